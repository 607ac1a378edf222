// The plugin in a real browser, with a wallet that holds real keys, on a real chain.
import { existsSync } from 'node:fs'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { installTestWallet } from '@latchkey/testkit/playwright'
import { ed25519 } from '@noble/curves/ed25519.js'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {} from '../test/page.js'
import { type ServedPage, servePage } from '../test/servePage.js'
import { decodeBase58, encodeBase58 } from '@latchkey/kernel/chain'

const dead = 'http://127.0.0.1:9'
let stack: SolanaStack
let served: ServedPage
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: Awaited<ReturnType<typeof install>>
let loaded: string[]

const install = () =>
  installTestWallet(page, {
    kind: 'solana',
    accounts: stack.accounts.slice(0, 2).map((account) => account.secretKey),
    chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
  })

async function open(rpc: readonly string[] = [stack.url]) {
  const query = new URLSearchParams([['genesisHash', stack.genesisHash], ...rpc.map((url) => ['rpc', url])])
  await page.goto(`${served.origin}/?${query}`)
  await page.waitForFunction(() => window.app?.restored())
}

const address = () => page.evaluate(() => window.app.address())
const connect = () => page.evaluate(() => window.app.connect())
const newAddress = () => encodeBase58(ed25519.getPublicKey(ed25519.utils.randomSecretKey()))

beforeAll(async () => {
  const executablePath =
    process.env['CHROMIUM_PATH'] ??
    ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  ;[stack, served, browser] = await Promise.all([
    startSolana(),
    servePage(),
    chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([served?.stop(), stack?.stop()])
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  loaded = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  wallet = await install()
})
afterEach(() => context.close())

describe('Solana in Chromium', () => {
  it('connects, is there again after a reload without a question, and ends from both sides', async () => {
    await open()
    expect(await connect()).toBe(1)
    expect(await address()).toBe(stack.accounts[0]!.address)
    await open()
    expect(await address()).toBe(stack.accounts[0]!.address)
    const asked = await wallet.evaluate((control) =>
      control.requests.map(({ params }) => JSON.stringify(params)),
    )
    expect(asked).toEqual(['{"silent":true}'])
    await wallet.evaluate((control) => control.disconnect())
    await page.waitForFunction(() => window.app.address() === undefined)
    await connect()
    await page.evaluate(() => window.app.disconnect())
    expect(await address()).toBeUndefined()
    await open()
    expect(await address()).toBeUndefined()
  })

  it('follows the wallet when it switches accounts and locks', async () => {
    await open()
    await connect()
    const second = stack.accounts[1]!.address
    await wallet.evaluate((control, to) => control.switchAccount(to), second)
    await page.waitForFunction((to) => window.app.address() === to, second)
    await wallet.evaluate((control) => control.lock())
    await page.waitForFunction(() => window.app.address() === undefined)
  })

  it('signs so that anyone can verify, and takes no for an answer', async () => {
    await open()
    await connect()
    const { signature } = await page.evaluate(() => window.app.sign('hello'))
    const key = decodeBase58(stack.accounts[0]!.address)!
    expect(ed25519.verify(decodeBase58(signature)!, new TextEncoder().encode('hello'), key)).toBe(true)
    expect(await page.evaluate(() => window.app.signIn('abcdefgh'))).toContain(
      `${new URL(served.origin).host} wants you to sign in with your Solana account:\n${stack.accounts[0]!.address}\n\nWelcome`,
    )
    await wallet.evaluate((control) => control.rejectNext())
    const refusal = await page.evaluate(() =>
      window.app.sign('no').catch((error: { code: string }) => error.code),
    )
    expect(refusal).toBe('USER_REJECTED')
  })

  it('sends SOL and tokens of both programs, and loads the SDK no sooner', async () => {
    await open()
    await connect()
    expect(BigInt(await page.evaluate(() => window.app.balance()))).toBeGreaterThan(0n)
    expect(loaded.some((path) => /transactions/.test(path))).toBe(false)
    const to = newAddress()
    expect(await page.evaluate((to) => window.app.send(to, '1000000000'), to)).toBe('confirmed')
    expect(loaded.some((path) => /transactions/.test(path))).toBe(true)
    expect(await stack.balanceOf(to)).toBe(1_000_000_000n)
    for (const { address: mint, decimals } of [stack.mints.usd, stack.mints.gold]) {
      const status = await page.evaluate(
        ({ to, mint, decimals }) => window.app.send(to, '2500', { address: mint, decimals, symbol: 'T' }),
        { to, mint, decimals },
      )
      expect(status).toBe('confirmed')
      expect(await stack.tokenBalanceOf(mint, to)).toBe(2_500n)
    }
    await wallet.evaluate((control) => control.rejectNext())
    const refusal = await page.evaluate(
      (to) => window.app.send(to, '5').catch((error: { code: string }) => error.code),
      to,
    )
    expect(refusal).toBe('USER_REJECTED')
    expect(await stack.balanceOf(to)).toBe(1_000_000_000n)
  })

  it('goes on with a dead endpoint, and says so when none is left', async () => {
    await open([dead, stack.url])
    await connect()
    expect(BigInt(await page.evaluate(() => window.app.balance()))).toBeGreaterThan(0n)
    await open([dead])
    expect(await address()).toBe(stack.accounts[0]!.address)
    const fault = await page.evaluate(() =>
      window.app.balance().catch((error: { code: string }) => error.code),
    )
    expect(fault).toBe('SOLANA_RPC_UNREACHABLE')
  })
})
