import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEvm } from '../../../../devstack/src/index.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { build } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright'
import { createPublicClient, type Hex, http, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn, startService, type TestService } from '../../test/startService.js'
import { mark, sentences } from '../../test/unmarkedWords.js'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
}

const markup = '<img src="x" onerror="alert(1)">'
/** Every sentence marked, and one with markup. */
const arabic = { ...Object.fromEntries(sentences.map((one) => [one, mark(one)])), 'Your keys': markup }

const profiles: string[] = []
let running: TestService
let node: Awaited<ReturnType<typeof startEvm>>
let host: Server
let appUrl: string
let browser: Browser
let protocol: string

beforeAll(async () => {
  host = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>'),
  )
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()))
  appUrl = `http://localhost:${(host.address() as AddressInfo).port}`
  running = await startService({ allowedOrigins: [appUrl], languages: { ar: arabic } })
  node = await startEvm({ port: 0 })
  const bundled = await build({
    stdin: {
      contents: "export * from '@latchkey/plugin-email-auth/protocol'",
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'protocol',
  })
  protocol = bundled.outputFiles[0]?.text ?? ''
  browser = await chromium.launch(launchOptions)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await node.stop()
  expect(running.faults).toEqual([])
  await running.stop()
  host.close()
  // The browser may still be writing.
  for (const folder of profiles) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

interface App {
  readonly page: Page
  readonly frame: FrameLocator
  /** Asks in the page; answers how it ended. */
  ask(type: string, payload?: unknown): Promise<{ value?: any; code?: string; message?: string }>
  readonly views: () => Promise<(string | null)[]>
}

/** A profile as people have it. A private one keeps nothing for frames of other sites. */
async function openProfile(): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(folder, launchOptions)
  profiles.push(folder)
  return context
}

/** A page of the app's origin, or another one's, with the frame in it. */
async function openApp(
  context: BrowserContext,
  { origin = appUrl, claimed, locale }: { origin?: string; claimed?: string; locale?: string } = {},
): Promise<App> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.addScriptTag({ content: protocol })
  await page.evaluate(
    ({ service, claimed, locale }) => {
      const iframe = document.createElement('iframe')
      iframe.src = `${service}/frame?origin=${encodeURIComponent(claimed)}${locale}`
      iframe.style.cssText = 'width:400px;height:600px;border:0'
      const { createFrameChannel, createWindowPort } = (globalThis as any).protocol
      const views: (string | null)[] = []
      const port = createWindowPort({ own: window, peer: () => iframe.contentWindow, peerOrigin: service })
      const channel = createFrameChannel({
        port,
        onEvent: (event: any) => event.type === 'view' && views.push(event.payload.view),
      })
      Object.assign(globalThis, { channel, views, iframe })
      document.body.append(iframe)
    },
    {
      service: running.service.url,
      claimed: claimed ?? origin,
      locale: locale === undefined ? '' : `&locale=${encodeURIComponent(locale)}`,
    },
  )
  return {
    page,
    frame: page.frameLocator('iframe'),
    views: () => page.evaluate(() => (globalThis as any).views),
    ask: (type, payload) =>
      page.evaluate(
        ({ type, payload }) =>
          (globalThis as any).channel.request(type, payload).then(
            (value: unknown) => ({ value }),
            ({ code, message }: { code: string; message: string }) => ({ code, message }),
          ),
        { type, payload },
      ),
  }
}

const click = async ({ page, frame }: App, name: string) => {
  const button = frame.getByRole('button', { name, exact: true })
  await button.waitFor()
  // A click that comes at once was meant for what was there before, and does nothing.
  await page.waitForTimeout(700)
  await button.click()
}

describe('the frame in an app’s page', () => {
  const email = 'visitor@example.com'
  let context: BrowserContext
  let app: App
  let recoveryCode: string
  let address: Hex
  let solana: string
  beforeAll(async () => {
    context = await openProfile()
    app = await openApp(context)
  })
  afterAll(() => context.close())

  test('signs in by a code from the mail, makes a wallet, and shows the recovery code in the frame only', async () => {
    expect(await app.ask('isConnected', {})).toEqual({ value: { isConnected: false } })
    expect(await app.ask('connectEmail', { email })).toEqual({ value: { action: 'VERIFY_OTP' } })
    const otp = codeIn((await running.mail.next(email)).text)
    expect(await app.ask('connectOtp', { otp: otp === '000000' ? '000001' : '000000' })).toMatchObject({
      code: 'code_wrong',
    })
    expect(await app.ask('connectOtp', { otp })).toEqual({})
    const asking = app.ask('getUser', { networkId: 'eip155:31337', rpcUrl: node.url })
    recoveryCode = (await app.frame.locator('output').textContent()) ?? ''
    expect(recoveryCode).toMatch(/^(?:[0-9A-Z]{5}-){5}[0-9A-Z]{4}$/)
    await click(app, 'I’ve written it down')
    const { value } = await asking
    expect(value).toMatchObject({ email, networkId: 'eip155:31337', accounts: [{ type: 'eoa' }] })
    address = value.address
    expect(await app.views()).toEqual(['create', null])
    solana = (await app.ask('getUser', { networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })).value
      .address
    expect(base58.decode(solana)).toHaveLength(32)
    await app.ask('switchNetwork', { networkId: 'eip155:31337', rpcUrl: node.url })
  })

  const rpc = (method: string, params?: unknown) =>
    app.ask('rpcRequest', { networkId: 'eip155:31337', method, params, rpcUrl: node.url })

  test('answers what is safe at once, and refuses what is not known', async () => {
    expect(await rpc('eth_accounts')).toEqual({ value: { result: [address] } })
    expect(await rpc('eth_chainId')).toEqual({ value: { result: '0x7a69' } })
    expect(await rpc('eth_getBalance', [address, 'latest'])).toEqual({ value: { result: '0x0' } })
    for (const method of ['eth_sign', 'eth_signTypedData', 'wallet_exportKey', '__proto__']) {
      expect(await rpc(method, [])).toMatchObject({
        code: 'method_not_allowed',
        message: 'Requested RPC call is not allowed',
      })
    }
  })

  test('signs a message after the person agreed, and not when they declined', async () => {
    const message = 'Hello <b>there</b>'
    const signing = rpc('personal_sign', [`0x${Buffer.from(message).toString('hex')}`, address])
    await app.frame.getByText(appUrl).waitFor()
    expect(await app.frame.locator('dd').allTextContents()).toContain(message)
    expect(await app.frame.locator('b').count()).toBe(0)
    await click(app, 'Sign')
    const { value } = await signing
    expect(await verifyMessage({ address, message, signature: value.result })).toBe(true)
    const declined = rpc('personal_sign', ['0x00', address])
    await click(app, 'Decline')
    expect(await declined).toMatchObject({ code: 'user_rejected' })
    expect(await rpc('personal_sign', ['0x00', `0x${'1'.repeat(40)}`])).toMatchObject({
      code: 'invalid_request',
    })
  })

  test('signs typed data of the chain that it is on, and of no other', async () => {
    const data = {
      domain: { name: 'Test', chainId: 31337, verifyingContract: `0x${'2'.repeat(40)}` as Hex },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail' as const,
      message: { text: 'hi' },
    }
    const signing = rpc('eth_signTypedData_v4', [address, JSON.stringify(data)])
    await click(app, 'Sign')
    const { value } = await signing
    expect(await verifyTypedData({ ...data, address, signature: value.result })).toBe(true)
    const other = { ...data, domain: { ...data.domain, chainId: 1 } }
    expect(await rpc('eth_signTypedData_v4', [address, other])).toMatchObject({ code: 'invalid_request' })
  })

  test('shows markup as text in every field, and no sign that turns text around', async () => {
    const markup = '<img src=x onerror="globalThis.wasRun=1"><script>globalThis.wasRun=1</script>\u202e'
    const shown = markup.replace('\u202e', '\ufffd')
    const hex = `0x${Buffer.from(markup).toString('hex')}`
    const data = {
      domain: { name: markup, version: markup, chainId: 31337 },
      types: { [markup]: [{ name: markup, type: 'string' }] },
      primaryType: markup,
      message: { [markup]: markup },
    }
    const onSolana = (method: string, params: object) =>
      app.ask('rpcRequest', { networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', method, params })
    const bytes = new TextEncoder().encode(markup)
    // One signer, two programs, and the text as a memo and as the data of a program that isn't known.
    const transaction = Buffer.from([
      ...[1, ...new Uint8Array(64)],
      ...[1, 0, 2, 3, ...base58.decode(solana)],
      ...base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      ...[...new Uint8Array(32).fill(7), ...new Uint8Array(32).fill(9)],
      ...[2, 1, 0, bytes.length, ...bytes, 2, 1, 0, bytes.length, ...bytes],
    ]).toString('base64')
    const inEach = [
      ['personal_sign', () => rpc('personal_sign', [hex, address]), 1],
      ['typed data', () => rpc('eth_signTypedData_v4', [address, JSON.stringify(data)]), 1],
      ['a transaction', () => rpc('eth_sendTransaction', [{ to: address, data: hex }]), 0],
      [
        'a message on Solana',
        () => onSolana('solana_signMessage', { message: base58.encode(bytes), pubkey: solana }),
        1,
      ],
      ['a memo', () => onSolana('solana_signTransaction', { transaction, pubkey: solana }), 1],
    ] as const
    for (const [method, ask, least] of inEach) {
      const asked = ask()
      // A request that can't be shown at all may also be refused.
      const first = await Promise.race([asked, app.frame.getByRole('button', { name: 'Decline' }).waitFor()])
      if (first !== undefined) {
        expect(first, method).toHaveProperty('code', 'invalid_request')
        continue
      }
      expect(await app.frame.locator('img, script:not([src]), iframe, object, svg').count(), method).toBe(0)
      const texts = await app.frame.locator('form').innerText()
      expect(texts.split(shown).length - 1, method).toBeGreaterThanOrEqual(least)
      expect(texts).not.toContain('\u202e')
      expect(await app.frame.locator('body').evaluate(() => 'wasRun' in globalThis)).toBe(false)
      await click(app, 'Decline')
      expect(await asked).toMatchObject({ code: 'user_rejected' })
    }
  })

  test('sends a transaction on a real node', async () => {
    const client = createPublicClient({ transport: http(node.url) })
    await client.request({
      method: 'anvil_setBalance' as never,
      params: [address, '0xde0b6b3a7640000'] as never,
    })
    const recipient = `0x${'3'.repeat(40)}` as Hex
    const sending = rpc('eth_sendTransaction', [{ from: address, to: recipient, value: '0x2a' }])
    await click(app, 'Send')
    const { value } = await sending
    await client.waitForTransactionReceipt({ hash: value.result })
    expect(await client.getBalance({ address: recipient })).toBe(42n)
  })

  test('signs a message on Solana, and no transaction that pretends to be one', async () => {
    const ask = (message: Uint8Array) =>
      app.ask('rpcRequest', {
        networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
        method: 'solana_signMessage',
        params: { message: base58.encode(message), pubkey: solana },
      })
    const message = new TextEncoder().encode('Hello Solana')
    const signing = ask(message)
    await click(app, 'Sign')
    const { value } = await signing
    expect(ed25519.verify(base58.decode(value.result.signature), message, base58.decode(solana))).toBe(true)
    // One signer, the system program, a blockhash, and a transfer of one lamport.
    const transfer = new Uint8Array([
      ...[1, 0, 1, 3],
      ...base58.decode(solana),
      ...new Uint8Array(32).fill(7),
      ...new Uint8Array(32),
      ...new Uint8Array(32).fill(9),
      ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    ])
    expect(await ask(transfer)).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('is a transaction'),
    })
  })

  test('does not sign while the page covers it, and says so; Escape declines', async () => {
    const signing = rpc('personal_sign', ['0x00', address])
    await app.frame.getByRole('button', { name: 'Sign', exact: true }).waitFor()
    await app.page.evaluate(() => {
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.textContent = 'Win a prize'
      cover.style.cssText = 'position:fixed;inset:0;background:white;pointer-events:none'
      document.body.append(cover)
    })
    await click(app, 'Sign')
    await app.frame.getByText('covers this wallet').waitFor()
    await app.page.evaluate(() => document.getElementById('cover')?.remove())
    await click(app, 'Sign')
    expect(await signing).toMatchObject({ value: { result: expect.stringMatching(/^0x/) } })
    const declined = rpc('personal_sign', ['0x00', address])
    await app.frame.getByRole('heading', { name: 'Sign a message' }).press('Escape')
    expect(await declined).toMatchObject({ code: 'user_rejected' })
  })

  test.each([
    ['low', 'height:52px;width:360px'],
    ['narrow', 'height:600px;width:120px'],
  ])('does not sign in a frame so %s that only its buttons are seen', async (_, size) => {
    const signing = rpc('personal_sign', ['0x00', address])
    const sign = app.frame.getByRole('button', { name: 'Sign', exact: true })
    await sign.waitFor()
    const given = await app.page.evaluate((style) => {
      const frame = document.querySelector('iframe')!
      const before = frame.style.cssText
      frame.style.cssText += `;${style}`
      return before
    }, size)
    await sign.evaluate((button: HTMLButtonElement) => button.scrollIntoView())
    await click(app, 'Sign')
    await app.frame.getByText('too little room').waitFor()
    await app.page.evaluate((style) => (document.querySelector('iframe')!.style.cssText = style), given)
    await click(app, 'Sign')
    expect(await signing).toMatchObject({ value: { result: expect.stringMatching(/^0x/) } })
  })

  test('takes the app’s colours, but none that hide its text', async () => {
    const look = () =>
      app.frame.locator('html').evaluate((root) => {
        const style = getComputedStyle(root)
        return [style.backgroundColor, style.getPropertyValue('--accent').trim()]
      })
    const wear = (surface: string, accent: string) =>
      app.ask('syncTheme', {
        themeMode: 'light',
        themeVariables: { surface, accent, fontFamily: 'Wingdings' },
      })
    await wear('rgb(250, 240, 230)', 'rebeccapurple')
    expect(await look()).toEqual(['rgb(250, 240, 230)', 'rgb(102 51 153)'])
    for (const surface of ['#121313', 'rgba(255, 255, 255, 0.5)', 'url(//evil.example)', 'red;color:red'])
      await wear(surface, surface === '#121313' ? '#ffffff' : surface)
    const [ground, accent] = await look()
    expect(ground).toBe('rgb(255, 255, 255)')
    expect(accent).not.toContain('255 255 255')
    expect(await app.frame.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toMatch(
      /^Inter/,
    )
  })

  test('gives up what is open when the app gives up, and hides', async () => {
    await app.page.evaluate(
      ({ address }) => {
        const stop = new AbortController()
        Object.assign(globalThis, { stop })
        const payload = { networkId: 'eip155:1', method: 'personal_sign', params: ['0x00', address] }
        Object.assign(globalThis, {
          outcome: (globalThis as any).channel
            .request('rpcRequest', payload, { signal: stop.signal })
            .catch((error: any) => error.code),
        })
      },
      { address },
    )
    await app.frame.getByRole('button', { name: 'Sign', exact: true }).waitFor()
    expect(
      await app.page.evaluate(() => {
        ;(globalThis as any).stop.abort()
        return (globalThis as any).outcome
      }),
    ).toBe('aborted')
    await app.frame.getByRole('button').first().waitFor({ state: 'detached' })
    expect((await app.views()).at(-1)).toBeNull()
  })

  test('is still signed in after a reload, and signed out after a sign-out', async () => {
    const again = await openApp(context)
    expect(await again.ask('isConnected', {})).toEqual({ value: { isConnected: true } })
    expect((await again.ask('getUser', {})).value.address).toBe(address)
    // Each page took a token of its own; both go on.
    for (const tab of [app, again, app]) expect((await tab.ask('getUser', {})).value?.address).toBe(address)
    expect(await again.ask('signOut')).toEqual({})
    expect(await again.ask('isConnected', {})).toEqual({ value: { isConnected: false } })
    await again.page.close()
  })

  test('opens the same wallet in a second browser profile, by mail, approval and recovery code', async () => {
    running.pass(30_000)
    const other = await openProfile()
    const second = await openApp(other)
    const before = running.mail.mails(email).length
    expect(await second.ask('connectEmail', { email })).toEqual({ value: { action: 'VERIFY_DEVICE' } })
    const link = /(http:\S+approve-device\S+)/.exec(
      (await running.mail.next(email, before)).text,
    )?.[1] as string
    const approving = second.ask('connectDevice')
    const mailPage = await other.newPage()
    await mailPage.goto(link)
    await mailPage.getByText(appUrl).waitFor()
    await mailPage.getByRole('button', { name: 'Approve' }).click()
    expect(await approving).toEqual({})
    await second.ask('connectOtp', { otp: codeIn((await running.mail.next(email, before + 1)).text) })
    const opening = second.ask('getUser', { networkId: 'eip155:1' })
    await second.frame.getByLabel('Recovery code').fill('00000-00000')
    await click(second, 'Open wallet')
    await second.frame.getByText('typing error').waitFor()
    await second.frame.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
    await click(second, 'Open wallet')
    expect((await opening).value.address).toBe(address)
    await other.close()
  })
})

test('a browser that keeps nothing for frames of other sites signs in, until the page is left', async () => {
  const context = await browser.newContext()
  const app = await openApp(context)
  const email = 'private@example.com'
  await app.ask('connectEmail', { email })
  await app.ask('connectOtp', { otp: codeIn((await running.mail.next(email)).text) })
  const asking = app.ask('getUser', { networkId: 'eip155:1' })
  await click(app, 'I’ve written it down')
  expect((await asking).value).toMatchObject({ email })
  await context.close()
})

describe('the frame of an app in a language that the service has', () => {
  const letters = (text: string, data: readonly string[]) =>
    data
      .reduce((rest, one) => rest.replaceAll(one, ''), text)
      .match(/\p{L}+/gu)
      ?.filter((word) => /[^ʘ]/.test(word))
  /** Words on the screen without the mark, but for secrets and raw data. */
  const unmarkedOn = async ({ frame }: App, data: readonly string[] = []) => {
    const text = await frame.locator('form').evaluate((form) => {
      const copy = form.cloneNode(true) as HTMLElement
      for (const one of copy.querySelectorAll('output, pre')) one.remove()
      return copy.textContent
    })
    expect(text).toContain('ʘ')
    return letters(text, data)
  }
  const accept = async ({ page, frame }: App) => {
    await page.waitForTimeout(700)
    await frame.locator('button.accept').click()
  }

  test('has no word that isn’t translated, in the mail and on each screen, and shows markup as text', async () => {
    const context = await openProfile()
    const app = await openApp(context, { locale: 'ar-EG' })
    const email = 'arabic@example.com'
    await app.ask('connectEmail', { email })
    const mail = await running.mail.next(email)
    const otp = /\d{6}/.exec(mail.text)?.[0]
    expect(letters(`${mail.subject} ${mail.text}`, [appUrl, 'Chrome', 'Linux', '@127'])).toEqual([])
    await app.ask('connectOtp', { otp })
    const asking = app.ask('getUser', { networkId: 'eip155:31337', rpcUrl: node.url })
    await app.frame.locator('form').waitFor()
    expect(await unmarkedOn(app)).toEqual([])
    const root = app.frame.locator('html')
    expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['ar', 'rtl'])
    await app.frame.locator('.copy').click()
    await app.frame.locator('.copy span').waitFor()
    expect(await unmarkedOn(app)).toEqual([])
    await accept(app)
    const { address } = (await asking).value
    const rpc = {
      networkId: 'eip155:31337',
      method: 'personal_sign',
      params: ['0x41', address],
      rpcUrl: node.url,
    }
    const signing = app.ask('rpcRequest', rpc)
    await app.frame.locator('form').waitFor()
    expect(await unmarkedOn(app, [appUrl, 'A'])).toEqual([])
    await accept(app)
    expect((await signing).value.result).toMatch(/^0x/)
    const showing = app.ask('exportKey')
    await app.frame.locator('form').waitFor()
    expect(await unmarkedOn(app)).toEqual([])
    await accept(app)
    await app.frame.locator('h1', { hasText: markup }).waitFor()
    expect([await unmarkedOn(app, [markup]), await app.frame.locator('img').count()]).toEqual([[], 0])
    await accept(app)
    expect(await showing).toEqual({})
    const loggingIn = app.ask('connectPasskey')
    await app.frame.locator('form').waitFor()
    expect(await unmarkedOn(app)).toEqual([])
    await app.frame.locator('.actions button:not(.accept)').click()
    expect(await loggingIn).toMatchObject({ code: 'user_rejected' })
    await context.close()
  })

  test('has pages in it, and English ones for who wants another language', async () => {
    const page = async (path: string, language: string) =>
      (await fetch(`${running.service.url}${path}`, { headers: { 'accept-language': language } })).text()
    for (const path of ['/approve-device', '/social-start', `/frame?origin=${appUrl}`]) {
      expect(await page(path, 'ar;q=0.5')).toMatch(/<html lang="ar" dir="rtl">.*<title>[ʘ ]+<\/title>/s)
      for (const other of ['de', 'en, ar', '../../etc', '"><script>'])
        expect(await page(path, other)).toMatch(/<html lang="en" dir="ltr">.*<title>[A-Z][a-z ]+<\/title>/s)
    }
    expect(await page(`/frame?origin=${appUrl}&locale=ar`, 'en')).toContain('lang="ar"')
    expect(await page('/approve-device', 'ar')).not.toContain('<img')
  })
})

describe('the frame in a stranger’s page', () => {
  test('says that the origin is not verified, and asks nobody anything', async () => {
    const context = await browser.newContext()
    const app = await openApp(context, { origin: appUrl.replace('localhost', '127.0.0.1') })
    expect(await app.ask('getUser', {})).toMatchObject({ code: 'unverified_domain' })
    await context.close()
  })

  test('does not load when the page claims to be an app that is allowed', async () => {
    const context = await browser.newContext()
    const app = await openApp(context, { origin: appUrl.replace('localhost', '127.0.0.1'), claimed: appUrl })
    const page = app.page
    await page.waitForTimeout(1500)
    expect(await page.evaluate(() => (globalThis as any).channel.isReady())).toBe(false)
    await context.close()
  })
})
