import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installEvmTestWallet } from './playwright.js'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

let stack: EvmStack
let server: Server
let browser: Browser
let origin: string

beforeAll(async () => {
  stack = await startEvm()
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    // Strict on purpose: the wallet has to work on pages that allow no inline style and no eval.
    const policy = `default-src 'self'; connect-src ${stack.url}; require-trusted-types-for 'script'`
    response.setHeader('content-security-policy', policy)
    response.end('<!doctype html><title>Page</title><h1>Page</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server.close(resolve))
  await stack.stop()
})

const ask = (page: Page, rdns: string, method: string, params: unknown[] = []): Promise<any> =>
  page.evaluate(([name, request]) => window.latchkeyTestWallets![name]!.provider.request(request), [
    rdns,
    { method, params },
  ] as const)

it('installs wallets that a page discovers, that send, and that a reload restores', async () => {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  const chains = [{ chainId: 31337, rpcUrl: stack.url }]
  const one = await installEvmTestWallet(page, {
    chains,
    name: 'One',
    rdns: 'one.wallet',
    windowEthereum: true,
  })
  const two = await installEvmTestWallet(page, { chains, name: 'Two', rdns: 'two.wallet', announce: false })
  await page.goto(origin)

  const discovered = await page.evaluate(() => {
    const names: string[] = []
    window.addEventListener('eip6963:announceProvider', (event) =>
      names.push((event as CustomEvent).detail.info.name),
    )
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return names
  })
  expect(discovered).toEqual(['One'])
  expect(
    await page.evaluate(
      () => Reflect.get(window, 'ethereum') === window.latchkeyTestWallets!['one.wallet']!.provider,
    ),
  ).toBe(true)

  const [from] = await ask(page, one.rdns, 'eth_requestAccounts')
  const to = '0x00000000000000000000000000000000000000c3'
  const hash = await ask(page, one.rdns, 'eth_sendTransaction', [{ from, to, value: '0x9' }])
  await stack.client.waitForTransactionReceipt({ hash })
  expect(await stack.balanceOf(to)).toBe(9n)

  await one.evaluate((control, method) => control.rejectNext(method), 'personal_sign')
  const refused = ask(page, one.rdns, 'personal_sign', ['0x00', from])
  await expect(refused).rejects.toThrow('The user rejected the request.')
  expect(await two.evaluate((control) => control.requests.length)).toBe(0)

  await page.reload()
  expect(await ask(page, one.rdns, 'eth_accounts')).toEqual([from])
  expect(await ask(page, two.rdns, 'eth_accounts')).toEqual([])

  await two.evaluate((control) => control.setApproval('prompt'))
  const asked = ask(page, two.rdns, 'eth_requestAccounts')
  await page.getByRole('dialog', { name: 'Two Show your account to this page?' }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  expect(await asked).toEqual([from])
  expect(problems).toEqual([])
  await page.close()
})

it('says what to do when the page was loaded before the wallet was installed', async () => {
  const page = await browser.newPage()
  await page.goto(origin)
  const wallet = await installEvmTestWallet(page, { rdns: 'late.wallet' })
  await expect(wallet.evaluate((control) => control.lock())).rejects.toThrow(
    'The test wallet late.wallet is not on this page; install it before page.goto.',
  )
  await page.close()
})
