// Sources that lie and tokens that are odd, as a person meets them: told in the form, with the wallet closed, or paid as shown.
import { type Lie, startLyingProxy } from '../plugins/swap/test/lyingProxy.js'
import { type Address, parseUnits } from 'viem'
import { expect } from './fixtures.js'
import { dialog } from './page.js'
import {
  askedOf,
  at,
  choose,
  confirmed,
  openSwap,
  review,
  shown,
  startSwapService,
  swapsBy,
  test,
} from './swapPage.js'

test.describe.configure({ timeout: 180_000 })

test('each lie of a service is told in the form, with the wallet closed', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const stack = chains.main
  const networkId = `eip155:${stack.chainId}` as const
  const { usd, gold } = stack.tokens
  const thief = stack.accounts[9]?.address as Address
  const service = await startSwapService(stack, amm)
  const proxy = await startLyingProxy(service.url)
  const order = (change: object): Lie => ({
    ask: (path, body) => (path.endsWith('build-transaction') ? { ...body, ...change } : body),
  })
  const lies: Readonly<Record<string, Lie>> = {
    'pays somebody else': order({ userAddress: thief }),
    'buys another token': order({ to: `${networkId}:${gold.address}` }),
    'calls another contract': {
      answer: (path, body) =>
        path.endsWith('build-transaction') ? { tx: { ...body.tx, to: amm.v3.router02 } } : body,
    },
    'offers more than the pool gives': {
      answer: (path, { quotes, ...body }) =>
        path.endsWith('/quotes')
          ? { quotes: [{ ...quotes[0], toAmount: ((BigInt(quotes[0].toAmount) * 11n) / 10n).toString() }] }
          : { ...body, ...(quotes ? { quotes } : {}) },
    },
  }
  try {
    const app = swapsBy(proxy.url, stack, amm)
    const { wallet, balances } = await openSwap({ page, chains, amm, openApp }, 7, { calls: 'none' }, app)
    await choose(page, 'toToken', 'LUSD')
    const before = await balances(usd.address, gold.address)
    let digit = 0
    for (const [name, lie] of Object.entries(lies)) {
      digit += 1
      proxy.lie(lie)
      await at(page, 'swap-input-sourceToken').fill(`0.5${digit}`)
      await expect(at(page, 'swap-rate'), name).toBeVisible({ timeout: 20_000 })
      await at(page, 'swap-action-button').click()
      await expect(at(page, 'swap-error'), name).toBeVisible({ timeout: 20_000 })
      await expect(at(page, 'swap-preview-view'), name).toBeHidden()
    }
    expect([await askedOf(wallet), await balances(usd.address, gold.address)]).toEqual([[], before])

    proxy.lie()
    await review(page, '0.5')
    const bought = await shown(page, 'swap-bought', 6)
    await at(page, 'swap-confirm').click()
    await confirmed(page)
    const [after = 0n] = await balances(usd.address)
    expect(after - (before[0] ?? 0n)).toBe(bought)
  } finally {
    proxy.stop()
    await service.stop()
  }
})

test('odd tokens give at least the minimum that was shown, and take no more than was agreed', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const calls = { atomic: 'supported', delegate: chains.main.contracts.batchAccount } as const
  const { stack, balances, allowance } = await openSwap({ page, chains, amm, openApp }, 6, { calls })
  const { usd } = stack.tokens
  await choose(page, 'toToken', 'LUSD')
  const odd = [
    ['keeps a part of each transfer', amm.tokens.taxed, '100', 18, '300'],
    ['changes balances by itself', amm.tokens.rebasing, '100', 18, '100'],
    ['states no decimals', amm.tokens.silent, '100000000000000000000', 0, '100'],
    ['can’t be divided', amm.tokens.whole, '20', 0, '300'],
    ['has 36 decimals', amm.tokens.fine, '0.00001', 36, '100'],
  ] as const
  for (const [name, token, amountText, decimals, slippage] of odd) {
    await at(page, 'swap-select-token-button-sourceToken').click()
    await at(page, 'swap-token-search').fill(token.address)
    await dialog(page).locator('[data-testid^="swap-select-token-item-"]').first().click()
    await expect(at(page, 'swap-unknown-token'), name).toContainText(token.address)
    await at(page, 'swap-slippage-open').click()
    await at(page, `swap-slippage-${slippage}`).click()
    await review(page, amountText)
    const minimum = await shown(page, 'swap-minimum', 6)
    const [sold = 0n, before = 0n] = await balances(token.address, usd.address)
    await at(page, 'swap-confirm').click()
    await confirmed(page)
    const [left = 0n, after = 0n] = await balances(token.address, usd.address)
    expect(after - before, name).toBeGreaterThanOrEqual(minimum)
    expect(minimum, name).toBeGreaterThan(0n)
    expect(sold - left, name).toBeLessThanOrEqual(parseUnits(amountText, decimals))
    expect(await allowance(token.address, amm.v2.router), name).toBe(0n)
    await at(page, 'swap-again').click()
  }

  // What keeps more than the slippage is refused before the wallet opens.
  await choose(page, 'sourceToken', amm.tokens.taxed.address, 'TAXED')
  await at(page, 'swap-slippage-open').click()
  await at(page, 'swap-slippage-50').click()
  await at(page, 'swap-input-sourceToken').fill('100')
  await expect(at(page, 'swap-rate')).toBeVisible({ timeout: 20_000 })
  await at(page, 'swap-action-button').click()
  await expect(at(page, 'swap-error')).toBeVisible({ timeout: 20_000 })
})
