// A page inside another site's frame, in a real browser: names below localhost are sites of their own, and secure ones.
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Frame } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMessage } from '../../message/createMessage.js'
import { eip155Profile } from '../../message/profiles.js'
import { evmSigner } from '../../testing/signers.js'
import { createVerifier } from '../createVerifier.js'
import { eip155 } from '../eip155/eip155.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { createSessions } from '../sessions/createSessions.js'
import { memorySessions } from '../sessions/memorySessions.js'
import { createHandlers } from './createHandlers.js'
import { nodeHandler } from './nodeHandler.js'

const signer = evmSigner(70)
const servers: Server[] = []
let browser: Browser

beforeAll(async () => {
  const executablePath =
    process.env['CHROMIUM_PATH'] ??
    ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})

afterAll(async () => {
  await browser?.close()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
})

/** The app's page with its sign-in, behind what stands for the proxy that ends https. */
async function startApp(inFrames: boolean): Promise<number> {
  const origin = 'https://app.localhost'
  const verifier = createVerifier({
    domain: 'app.localhost',
    verifiers: [eip155()],
    nonces: memoryNonces(),
  })
  const sessions = createSessions({ store: memorySessions(), secrets: ['s'.repeat(32)] })
  const handle = nodeHandler(createHandlers({ verifier, sessions, origins: [origin], inFrames }).handle)
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api/')) {
      const { host } = request.headers
      const isApp = host?.startsWith('app.') ?? false
      const frame = `<iframe src="http://app.localhost:${host?.split(':')[1]}/"></iframe>`
      response.setHeader('content-type', 'text/html').end(isApp ? '<title>app</title>' : frame)
      return
    }
    if (request.headers.origin?.startsWith('http://app.localhost:')) request.headers.origin = origin
    handle(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

async function ask(frame: Frame, method: string, action: string, body?: object) {
  return frame.evaluate(
    async ([method, action, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/api/siwx/${action}`, { method, headers, ...(body ? { body } : {}) })
      const text = await answer.text()
      return text ? JSON.parse(text) : undefined
    },
    [method, action, body && JSON.stringify(body)] as const,
  )
}

async function signIn(frame: Frame) {
  const { nonce } = await ask(frame, 'POST', 'nonce')
  const message = createMessage(
    {
      domain: 'app.localhost',
      accountAddress: signer.address,
      uri: 'https://app.localhost/',
      version: '1',
      chainId: 'eip155:1',
      nonce,
      issuedAt: new Date().toISOString(),
    },
    eip155Profile,
  )
  return ask(frame, 'POST', 'authenticate', { message, signature: signer.sign(message) })
}

/** Opens the app in another site's frame, in a browser that knows nothing. */
async function openFramed(port: number, site: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://${site}.localhost:${port}/`)
  const framed = async () => {
    const frame = page.frames()[1]
    if (!frame) throw new Error('The page has no frame.')
    await frame.waitForURL(/app\.localhost/)
    return frame
  }
  return { context, page, framed }
}

const account = `eip155:1:${signer.address}`

describe('a page inside a frame of another site', () => {
  it('cannot sign in with the cookies of an ordinary page', async () => {
    const { context, framed } = await openFramed(await startApp(false), 'safe')
    expect(await signIn(await framed())).toMatchObject({ error: { code: 'NONCE_MISMATCH' } })
    await context.close()
  })

  it('signs in with cookies for frames, stays so after a reload, and signs out', async () => {
    const { context, page, framed } = await openFramed(await startApp(true), 'safe')
    expect(await signIn(await framed())).toMatchObject({ session: { accountIds: [account] } })
    await page.reload()
    expect(await ask(await framed(), 'GET', 'me')).toMatchObject({ session: { accountIds: [account] } })
    await ask(await framed(), 'POST', 'sign-out')
    expect(await ask(await framed(), 'GET', 'me')).toMatchObject({ error: { code: 'NOT_SIGNED_IN' } })
    await context.close()
  })

  it('is signed in for the site around it alone, and so is the page by itself', async () => {
    const port = await startApp(true)
    const { context, page, framed } = await openFramed(port, 'safe')
    await signIn(await framed())
    await page.goto(`http://other.localhost:${port}/`)
    expect(await ask(await framed(), 'GET', 'me')).toMatchObject({ error: { code: 'NOT_SIGNED_IN' } })
    await page.goto(`http://app.localhost:${port}/`)
    expect(await ask(page.mainFrame(), 'GET', 'me')).toMatchObject({ error: { code: 'NOT_SIGNED_IN' } })
    expect(await signIn(page.mainFrame())).toMatchObject({ session: { accountIds: [account] } })
    expect(await ask(page.mainFrame(), 'GET', 'me')).toMatchObject({ session: { accountIds: [account] } })
    await context.close()
  })
})
