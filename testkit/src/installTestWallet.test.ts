import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installTestWallet } from './installTestWallet.js'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

const seed = new Uint8Array(32).fill(7)
const secretKey = base58.encode(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]))
let server: Server
let browser: Browser
let page: Page
let origin: string

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', "default-src 'self'; require-trusted-types-for 'script'")
    response.end('<!doctype html><title>Page</title><h1>Page</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  page = await browser.newPage()
})
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server.close(resolve))
})

it('puts wallets of every kind on a strict page, and steers them', async () => {
  const solana = await installTestWallet(page, { kind: 'solana', name: 'Sol', accounts: [secretKey] })
  const bitcoin = await installTestWallet(page, { kind: 'bitcoin', name: 'Btc', unisatNames: ['unisat'] })
  await installTestWallet(page, { kind: 'polkadot', name: 'Dot' })
  await installTestWallet(page, { kind: 'multichain', name: 'Multi', evm: {}, bitcoin: {} })
  await page.goto(origin)
  const found = await page.evaluate(() => {
    const names: string[] = []
    const register = (wallet: { name: string }) => {
      names.push(wallet.name)
      return () => {}
    }
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    const listed = (window.btc_providers ?? []).map((entry) => (entry as { id: string }).id)
    return { names, listed, injected: Object.keys(window.injectedWeb3 ?? {}), unisat: 'unisat' in window }
  })
  expect(found).toEqual({
    names: ['Sol', 'Btc', 'Multi'],
    listed: ['Btc.BitcoinProvider', 'Multi.BitcoinProvider'],
    injected: ['Dot'],
    unisat: true,
  })
  await bitcoin.evaluate((control) => control.rejectNext())
  const refusal = await page.evaluate(() =>
    (Reflect.get(window, 'unisat') as { requestAccounts(): Promise<unknown> })
      .requestAccounts()
      .catch((error: { code: number }) => error.code),
  )
  expect(refusal).toBe(4001)
  expect(await bitcoin.evaluate((control) => control.requests.map(({ method }) => method))).toEqual([
    'requestAccounts',
  ])
  expect(await solana.evaluate((control, event) => control.listenerCount(event), 'change')).toBe(0)
})
