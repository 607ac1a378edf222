// Bills paid by a real wallet, and found by the shop's own server on the node.
import { deployAmm } from '@latchkey/devstack/evm'
import { startMarketMaker, startSolana } from '@latchkey/devstack/solana'
import { Payer, type PaymentOutcome } from '@latchkey/plugin-pay'
import {
  type Bill,
  createPaymentVerifier,
  evmPayments,
  memoryPayments,
  solanaPayments,
} from '@latchkey/plugin-pay/server'
import { installEvmTestWallet, installTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { configure, expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

test.describe.configure({ timeout: 120_000 })

const at = (page: Page, id: string) => dialog(page).getByTestId(id)

/** Asks the page to pay, as a host does, as often as given, and leaves the outcomes where the test finds them. */
async function begin(page: Page, bill: Bill, times = 1): Promise<() => Promise<PaymentOutcome[]>> {
  await page.evaluate(
    ([id, asked, count]) => {
      const symbol = Symbol.for(`latchkey.token/${id}`)
      const payer = window.kernel.get<{ pay(bill: Bill): Promise<PaymentOutcome> }>({ id, symbol })
      Object.assign(window, { outcomes: Promise.all(Array.from({ length: count }, () => payer.pay(asked))) })
    },
    [Payer.id, bill, times] as const,
  )
  await expect(at(page, 'pay-view')).toBeVisible()
  return () => page.evaluate(() => (window as unknown as { outcomes: Promise<PaymentOutcome[]> }).outcomes)
}

test('a bill in the coin, and one in a token that is swapped for it: the shop’s server finds both on the node', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { main } = chains
  const amm = await deployAmm(main)
  const { usd, gold } = main.tokens
  const networkId = `eip155:${main.chainId}`
  const venues = {
    wrapped: amm.tokens.weth,
    v2: [{ name: 'Uniswap v2', router: amm.v2.router }],
    v3: [{ name: 'Uniswap v3', quoter: amm.v3.quoter, router: amm.v3.router02 }],
    tokens: [usd, gold],
  }
  const shop = main.accounts[8]?.address as `0x${string}`
  const customer = main.accounts[6] as (typeof main.accounts)[number]
  const verifier = createPaymentVerifier({
    chains: [evmPayments({ networkId, url: main.url, confirmations: 1 })],
    store: memoryPayments(),
  })
  const billOf = (id: string, asset: string, amount: string, decimals: number, symbol: string): Bill => ({
    ...{ id, asset, amount, decimals, symbol, receiver: shop, title: 'Three coffees' },
    createdAt: Date.now(),
  })
  await openApp({
    app: { swap: { venues: { [networkId]: venues } }, pay: true },
    wallet: { accounts: [customer.privateKey] },
  })
  await connect(page)

  const inCoin = billOf('coin-1', networkId, '0.015', 18, 'ETH')
  const coinsBefore = await main.balanceOf(shop)
  const coinOutcome = await begin(page, inCoin)
  await at(page, 'pay-way-asset-native').click()
  await expect(at(page, 'pay-review-amount')).toContainText('0.015')
  // However small, a fee isn't shown as none.
  await expect(at(page, 'pay-review-fee')).toContainText(/[1-9]/)
  await at(page, 'pay-confirm').click()
  await expect(at(page, 'pay-paid')).toBeVisible({ timeout: 30_000 })
  const [paid] = (await coinOutcome()) as [PaymentOutcome]
  expect(paid).toMatchObject({ billId: 'coin-1', status: 'paid', payer: customer.address })
  expect((await main.balanceOf(shop)) - coinsBefore).toBe(15_000_000_000_000_000n)
  expect(await verifier.verify(inCoin, paid.transaction)).toMatchObject({ ok: true, isFirst: true })
  await at(page, 'pay-done').click()

  const inDollars = billOf('dollar-1', `${networkId}/erc20:${usd.address}`, '7.250001', 6, 'LUSD')
  const dollarsBefore = await main.tokenBalanceOf(usd.address, shop)
  const dollarOutcome = await begin(page, inDollars)
  await at(page, 'pay-way-swap-native').click()
  await expect(at(page, 'pay-review-sells')).toBeVisible({ timeout: 20_000 })
  await at(page, 'pay-confirm').click()
  await expect(at(page, 'pay-paid')).toBeVisible({ timeout: 30_000 })
  const [swapped] = (await dollarOutcome()) as [PaymentOutcome]
  expect(swapped.status).toBe('paid')
  expect((await main.tokenBalanceOf(usd.address, shop)) - dollarsBefore).toBe(7_250_001n)
  expect(await verifier.verify(inDollars, swapped.transaction)).toMatchObject({ ok: true, isFirst: true })
  expect(await verifier.verify(inCoin, swapped.transaction)).toMatchObject({ ok: false, code: 'ASSET_WRONG' })

  // The page was left and comes back: the bill is paid, and no wallet is asked.
  await page.reload()
  const again = await page.evaluate(
    ([id, asked]) => {
      const symbol = Symbol.for(`latchkey.token/${id}`)
      return window.kernel.get<{ pay(bill: Bill): Promise<PaymentOutcome> }>({ id, symbol }).pay(asked)
    },
    [Payer.id, inDollars] as const,
  )
  expect(again).toEqual(swapped)
  expect((await main.tokenBalanceOf(usd.address, shop)) - dollarsBefore).toBe(7_250_001n)
  expect(problems).toEqual([])
})

test('one bill in two tabs, asked for a hundred times and confirmed in both at once, is one payment', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { main } = chains
  const shop = main.accounts[8]?.address as `0x${string}`
  const { privateKey } = main.accounts[7] as (typeof main.accounts)[number]
  await openApp({ app: { pay: true }, wallet: { accounts: [privateKey] } })
  await connect(page)
  const second = await page.context().newPage()
  await installEvmTestWallet(second, {
    accounts: [privateKey],
    chains: [{ chainId: main.chainId, rpcUrl: main.url }],
    initialChainId: main.chainId,
    permitted: true,
  })
  await configure(second, { chains: [main.chain], pay: true })
  await second.goto(page.url())
  await expect(second.getByTestId('status')).toHaveText('connected')
  const bill: Bill = {
    ...{ id: 'tabs-1', asset: `eip155:${main.chainId}`, amount: '0.021', decimals: 18, symbol: 'ETH' },
    ...{ receiver: shop, createdAt: Date.now() },
  }
  const before = await main.balanceOf(shop)
  const tabs = [page, second]
  const outcomes = await Promise.all(tabs.map((tab) => begin(tab, bill, 100)))
  for (const tab of tabs) {
    await at(tab, 'pay-way-asset-native').click()
    await expect(at(tab, 'pay-confirm')).toBeEnabled()
  }
  await Promise.all(tabs.map((tab) => at(tab, 'pay-confirm').click()))
  for (const tab of tabs) await expect(at(tab, 'pay-paid')).toBeVisible({ timeout: 30_000 })
  const answers = (await Promise.all(outcomes.map((read) => read()))).flat()
  expect(answers).toHaveLength(200)
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(answers[0]).toMatchObject({ billId: 'tabs-1', status: 'paid' })
  expect((await main.balanceOf(shop)) - before).toBe(21_000_000_000_000_000n)
  expect(problems).toEqual([])
})

test('on Solana a bill is swapped for, then paid to the last unit, and the shop finds it by its reference alone', async ({
  page,
  problems,
}) => {
  const stack = await startSolana()
  const maker = await startMarketMaker(stack)
  try {
    const [customer, shop] = stack.accounts.slice(1)
    if (!customer || !shop) throw new Error('The stack has too few accounts.')
    await installTestWallet(page, {
      kind: 'solana',
      accounts: [customer.secretKey],
      chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
    })
    const { url, tokensUrl, address } = maker
    const networkId = stack.chainId as `solana:${string}`
    await configure(page, {
      clusters: [
        {
          ...{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] },
          walletStandardChain: 'solana:localnet',
        },
      ],
      solanaSwap: { url, tokensUrl, makers: [address], networkId },
      pay: true,
    })
    await page.goto(`${process.env['LATCHKEY_E2E_URL']}`)
    await connect(page)
    const { usd } = stack.mints
    const reference = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'
    const bill: Bill = {
      ...{ id: 'solana-1', asset: `${networkId}/token:${usd.address}`, amount: '7.654321', symbol: 'LUSD' },
      ...{ decimals: usd.decimals, receiver: shop.address, reference, createdAt: Date.now() - 60_000 },
    }
    const outcome = await begin(page, bill)
    await at(page, 'pay-way-swap-native').click()
    await expect(at(page, 'pay-confirm')).toHaveText(/^Swap up to .*SOL/, { timeout: 20_000 })
    await at(page, 'pay-confirm').click()
    await expect(at(page, 'pay-told-swapped')).toBeVisible({ timeout: 20_000 })
    await expect(at(page, 'pay-confirm')).toHaveText('Pay 7.654321 LUSD')
    expect(await stack.tokenBalanceOf(usd.address, shop.address)).toBe(0n)
    await at(page, 'pay-confirm').click()
    await expect(at(page, 'pay-paid')).toBeVisible({ timeout: 30_000 })
    const [paid] = (await outcome()) as [PaymentOutcome]
    expect(await stack.tokenBalanceOf(usd.address, shop.address)).toBe(7_654_321n)
    const chain = solanaPayments({ networkId, url: stack.url })
    const found = await chain.findByReference(reference)
    expect(found).toEqual([paid.transaction])
    const verifier = createPaymentVerifier({ chains: [chain], store: memoryPayments() })
    expect(await verifier.verify(bill, found[0])).toMatchObject({ ok: true, isFirst: true })
    expect(problems).toEqual([])
  } finally {
    await maker.stop()
    await stack.stop()
  }
})
