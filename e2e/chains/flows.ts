import { localMarket, startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import type { Page } from '@playwright/test'
import { dialog, fillBehind, stateOf } from '../page.js'
import { nativeDecimals, shownAmount } from '../shownAmount.js'
import type { AppConfiguration } from '../app/configuration.js'
import type { Chain } from './chain.js'
import { expect, type test as chainsTest } from './fixtures.js'

const whole = (page: Page, id: string) => page.getByTestId('whole').getByTestId(id)

/** Connects the only wallet of the page. */
export async function connectWhole(
  page: Page,
  { settled = true, wallet = 'Test wallet' } = {},
): Promise<void> {
  await whole(page, 'connect-button').click()
  await dialog(page)
    .getByRole('button', { name: new RegExp(wallet) })
    .click()
  if (settled) await expect(whole(page, 'status')).toHaveText('connected')
}

async function send(page: Page, to: string, amount: bigint, token?: object): Promise<void> {
  await fillBehind(whole(page, 'send-to'), to)
  await fillBehind(whole(page, 'send-amount'), String(amount))
  await fillBehind(whole(page, 'send-token'), token ? JSON.stringify(token) : '')
  await whole(page, 'send').click()
}

/** The balances a person sees are the node's, wherever they were read. */
async function followBalances(
  page: Page,
  chain: Chain,
  openChains: (configuration: AppConfiguration) => Promise<void>,
  service?: WalletData,
): Promise<void> {
  const { token, tokenBalanceOf, networkId } = chain
  const walletData = {
    ...(token && { tokens: { [networkId]: [token] } }),
    ...(service && { url: service.url, projectId: 'e2e' }),
  }
  await openChains({ ...chain.configuration, walletData, balances: {} })
  await connectWhole(page)
  const [own] = chain.addresses
  const decimals = await nativeDecimals(page, networkId)

  async function expectShown(): Promise<void> {
    await whole(page, 'account-button').click()
    await expect
      .poll(() => shownAmount(page, 'balances-row-native', decimals), { timeout: 60_000 })
      .toBe(await chain.balanceOf(own))
    if (token && tokenBalanceOf) {
      await expect
        .poll(() => shownAmount(page, `balances-row-${token.address}`, token.decimals), { timeout: 60_000 })
        .toBe(await tokenBalanceOf(own))
    }
    // Said where the chain stands in for a service that does not answer.
    await expect(dialog(page).getByText('Loaded from the network itself')).toHaveCount(0)
    await dialog(page).getByTestId('lk-header-close').click()
    await expect(dialog(page)).toBeHidden()
  }

  await expectShown()
  await send(page, chain.receiver, chain.amount)
  await expect(whole(page, 'result')).toHaveText(/^(submitted|confirmed) /)
  await chain.settle?.()
  await expect(whole(page, 'result')).toHaveText(/^confirmed /, { timeout: 30_000 })
  await expectShown()
}

/** What must hold on every chain. The spec's `chain` fixture says on which, and with which wallet. */
export function describeFlows(test: typeof chainsTest): void {
  test('connects, and is there again after a reload without a question', async ({
    page,
    chain,
    openChains,
    problems,
  }) => {
    await openChains(chain.configuration)
    await connectWhole(page)
    await expect(dialog(page)).toBeHidden()
    await expect(whole(page, 'address')).toHaveText(chain.addresses[0])
    await expect(whole(page, 'namespace')).toHaveText(chain.namespace)
    await expect(whole(page, 'network')).toHaveText(chain.networkId)
    await expect(whole(page, 'network-status')).toHaveText('supported')
    const balance = await chain.balanceOf(chain.addresses[0])
    await expect(whole(page, 'balance')).toHaveText(new RegExp(`^${balance} `))

    await page.reload()
    await expect(whole(page, 'status')).toHaveText('connected')
    await expect(whole(page, 'address')).toHaveText(chain.addresses[0])
    expect(problems).toEqual([])
  })

  test('tells calmly of a refusal to connect, and tries again', async ({ page, chain, openChains }) => {
    await openChains(chain.configuration)
    await chain.wallet.evaluate((control, method) => control.rejectNext(method), chain.methods.connect)
    await connectWhole(page, { settled: false })
    await expect(dialog(page)).toContainText(/declined/i)
    await expect(whole(page, 'status')).toHaveText('disconnected')
    await dialog(page).getByTestId('lk-connecting-retry').click()
    await expect(whole(page, 'status')).toHaveText('connected')
  })

  test('follows the wallet to another account, and ends when it locks', async ({
    page,
    chain,
    openChains,
  }) => {
    await openChains(chain.configuration)
    await connectWhole(page)
    await chain.wallet.evaluate(
      (control, account) => control.switchAccount(account),
      chain.secondAccount ?? chain.addresses[1],
    )
    await expect(whole(page, 'address')).toHaveText(chain.addresses[1])
    await chain.wallet.evaluate((control) => control.lock())
    await expect(whole(page, 'status')).toHaveText('disconnected')
    expect((await stateOf(page)).connections).toEqual([])
  })

  test('signs a message that verifies, and reports a refusal', async ({
    page,
    chain,
    openChains,
    problems,
  }) => {
    await openChains(chain.configuration)
    await connectWhole(page)
    await chain.wallet.evaluate((control, method) => control.rejectNext(method), chain.methods.sign)
    await whole(page, 'sign-message').click()
    await expect(whole(page, 'result')).toHaveText(/^USER_REJECTED/)
    await whole(page, 'sign-message').click()
    await expect(whole(page, 'result')).toHaveText(/^[0-9A-Za-z+/=]{60,}$/)
    const signature = (await whole(page, 'result').textContent()) ?? ''
    expect(await chain.verify(chain.addresses[0], 'Hello, Latchkey', signature)).toBe(true)
    expect(await chain.verify(chain.addresses[0], 'Hello, somebody else', signature)).toBe(false)
    expect(problems).toEqual([])
  })

  test('sends the coin, and the balance moves on the node', async ({ page, chain, openChains }) => {
    await openChains(chain.configuration)
    await connectWhole(page)
    const [sender, receiver] = await Promise.all([
      chain.balanceOf(chain.addresses[0]),
      chain.balanceOf(chain.receiver),
    ])
    await chain.wallet.evaluate((control, method) => control.rejectNext(method), chain.methods.send)
    await send(page, chain.receiver, chain.amount)
    await expect(whole(page, 'result')).toHaveText(/^USER_REJECTED/)
    expect(await chain.balanceOf(chain.receiver)).toBe(receiver)

    await send(page, chain.receiver, chain.amount)
    await expect(whole(page, 'result')).toHaveText(/^(submitted|confirmed) /)
    await chain.settle?.()
    await expect(whole(page, 'result')).toHaveText(/^confirmed /, { timeout: 30_000 })
    expect(await chain.balanceOf(chain.receiver)).toBe(receiver + chain.amount)
    const left = await chain.balanceOf(chain.addresses[0])
    expect(left).toBeLessThan(sender - chain.amount)
    await expect(whole(page, 'balance')).toHaveText(new RegExp(`^${left} `))
  })

  test("shows the node's own balances, before and after a send", async ({
    page,
    chain,
    openChains,
    problems,
  }) => {
    await followBalances(page, chain, openChains)
    expect(problems).toEqual([])
  })

  test("shows the node's own balances from a data service, before and after a send", async ({
    page,
    chain,
    openChains,
    problems,
  }) => {
    test.setTimeout(180_000)
    const service = await startWalletData({ ...localMarket, nodes: [chain.node] })
    try {
      await service.sync()
      await followBalances(page, chain, openChains, service)
    } finally {
      await service.stop()
    }
    expect(problems).toEqual([])
  })
  test('shows in the activity what the wallet did on the node', async ({
    page,
    chain,
    openChains,
    problems,
  }) => {
    const { token, tokenAmount, networkId, receiver } = chain
    const listed = token ? { tokens: { [networkId]: [token] } } : {}
    await openChains({ ...chain.configuration, walletData: listed, activity: true })
    await connectWhole(page)

    async function sendAndSettle(amount: bigint, sent?: object): Promise<string> {
      await send(page, receiver, amount, sent)
      await expect(whole(page, 'result')).toHaveText(/^(submitted|confirmed) /)
      await chain.settle?.()
      await expect(whole(page, 'result')).toHaveText(/^confirmed /, { timeout: 30_000 })
      return ((await whole(page, 'result').textContent()) ?? '').replace('confirmed ', '')
    }
    const coinId = await sendAndSettle(chain.amount)
    const tokenId = token && tokenAmount ? await sendAndSettle(tokenAmount, token) : undefined
    // Nothing but the chain is left to tell of it.
    await page.reload()
    await expect(whole(page, 'status')).toHaveText('connected')
    await whole(page, 'account-button').click()

    const rowOf = (id: string) => dialog(page).locator(`[data-testid^="activity-row-${id}"]`)
    const coinRow = rowOf(coinId)
    await expect(coinRow).toContainText('Sent', { timeout: 30_000 })
    await expect(coinRow).toContainText(receiver.slice(-6))
    await expect(coinRow).not.toContainText(/pending|failed/i)
    const decimals = await nativeDecimals(page, networkId)
    const titles = (row: typeof coinRow) =>
      row.locator('.lk-amount').evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
    /** An amount with its sign, which is no hyphen, in the smallest unit. */
    const units = (text: string, places: number) => {
      const [number = ''] = text.split('\u00a0').join(' ').split(' ')
      const [wholePart = '', fraction = ''] = number.replaceAll(/[,\u2212]/g, '').split('.')
      const amount = BigInt(wholePart + fraction.padEnd(places, '0'))
      return number.startsWith('\u2212') ? -amount : amount
    }
    expect((await titles(coinRow)).map((title) => units(title, decimals))).toEqual([-chain.amount])
    if (token && tokenAmount && tokenId) {
      const tokenRow = rowOf(tokenId)
      await expect(tokenRow).toContainText('Sent')
      expect((await titles(tokenRow)).map((title) => units(title, token.decimals))).toContain(-tokenAmount)
    }
    await expect(dialog(page).locator('h3').first()).toHaveText(/^\p{L}+$/u)
    expect(problems).toEqual([])
  })

  test('sends a token, and the balance moves on the node', async ({ page, chain, openChains }) => {
    const { token, tokenAmount, tokenBalanceOf } = chain
    test.skip(!token || !tokenAmount || !tokenBalanceOf, 'There are no tokens on this chain.')
    if (!token || !tokenAmount || !tokenBalanceOf) return
    await openChains(chain.configuration)
    await connectWhole(page)
    const [sender, receiver] = await Promise.all([
      tokenBalanceOf(chain.addresses[0]),
      tokenBalanceOf(chain.receiver),
    ])
    await send(page, chain.receiver, tokenAmount, token)
    await expect(whole(page, 'result')).toHaveText(/^confirmed /, { timeout: 30_000 })
    expect(await tokenBalanceOf(chain.receiver)).toBe(receiver + tokenAmount)
    expect(await tokenBalanceOf(chain.addresses[0])).toBe(sender - tokenAmount)
  })

  test('disconnects from the app, leaves nothing behind and stays so', async ({
    page,
    chain,
    openChains,
  }) => {
    const listeners = () =>
      chain.wallet.evaluate(
        (control, events) => events.map((event) => control.listenerCount(event)),
        chain.events,
      )
    await openChains(chain.configuration)
    await expect(whole(page, 'connect-button')).toBeVisible()
    await expect.poll(async () => (await stateOf(page)).restored).toBe(true)
    // A plugin may listen to wallets it has found; connecting must add nothing that stays.
    const before = await listeners()
    await connectWhole(page)
    expect(await listeners()).not.toEqual(before)
    await whole(page, 'disconnect').click()
    await expect(whole(page, 'status')).toHaveText('disconnected')
    expect(await listeners()).toEqual(before)
    await page.reload()
    await expect(whole(page, 'status')).toHaveText('disconnected')
    expect((await stateOf(page)).connections).toEqual([])
  })

  test('is told by the wallet that it disconnected', async ({ page, chain, openChains }) => {
    await openChains(chain.configuration)
    await connectWhole(page)
    await chain.wallet.evaluate((control) => control.disconnect())
    if (chain.outlivesDisconnect) {
      // The accounts are still shared.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(whole(page, 'status')).toHaveText('connected')
      return
    }
    await expect(whole(page, 'status')).toHaveText('disconnected')
    await page.reload()
    await expect(whole(page, 'connect-button')).toBeVisible()
    await expect.poll(async () => (await stateOf(page)).restored).toBe(true)
    await expect(whole(page, 'status')).toHaveText('disconnected')
  })
}
