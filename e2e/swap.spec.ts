// Swaps through the form, by a real wallet over real pools: what the node says before and after is what counts.
import type { EvmRouterV3 } from '@latchkey/plugin-swap/evm'
import { makeDeal, startMarketMaker, startSolana } from '@latchkey/devstack/solana'
import { installTestWallet } from '@latchkey/testkit/playwright'
import { type Address, erc20Abi, parseUnits } from 'viem'
import { configure, expect, type OpenOptions } from './fixtures.js'
import { connect, dialog } from './page.js'
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

test.describe.configure({ timeout: 120_000 })

test('the coin for a token: no approval, and what the preview said arrives', async ({
  page,
  chains,
  amm,
  openApp,
  problems,
}) => {
  const { stack, balances } = await openSwap({ page, chains, amm, openApp }, 6)
  const { usd } = stack.tokens
  await expect(at(page, 'swap-action-button')).toHaveText('Select token')
  await expect(at(page, 'swap-input-sourceToken')).toHaveValue('1')
  await choose(page, 'toToken', 'LUSD')
  await at(page, 'swap-input-sourceToken').fill('')
  await expect(at(page, 'swap-action-button')).toHaveText('Enter amount')
  await at(page, 'swap-input-sourceToken').fill('999999')
  await expect(at(page, 'swap-action-button')).toHaveText('Insufficient balance')
  await review(page, '0.5')
  const [before] = await balances(usd.address)
  const [bought, minimum] = [await shown(page, 'swap-bought', 6), await shown(page, 'swap-minimum', 6)]
  expect(minimum).toBe((bought * 9_900n) / 10_000n)
  await at(page, 'swap-confirm').click()
  await confirmed(page)
  const [after] = await balances(usd.address)
  expect((after ?? 0n) - (before ?? 0n)).toBe(bought)
  await at(page, 'swap-again').click()
  await expect(at(page, 'swap-input-sourceToken')).toHaveValue('1')
  expect(problems).toEqual([])
})

test('a token for another over two pools: exact approval, refusals are calm, and the approval can be taken back', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const { stack, wallet, balances, allowance } = await openSwap({ page, chains, amm, openApp }, 2)
  const { gold, usd } = stack.tokens
  await choose(page, 'sourceToken', 'LGLD')
  await choose(page, 'toToken', 'LUSD')
  await review(page, '100')
  await expect(at(page, 'swap-route')).toContainText('Through')
  await expect(at(page, 'swap-approval')).toContainText('100')
  const spender = amm.v2.router
  await wallet.evaluate((control) => control.rejectNext('eth_sendTransaction'))
  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-approvalDeclined')).toBeVisible()
  expect(await allowance(gold.address, spender)).toBe(0n)

  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-approved')).toBeVisible({ timeout: 30_000 })
  expect(await allowance(gold.address, spender)).toBe(parseUnits('100', 18))
  await wallet.evaluate((control) => control.rejectNext('eth_sendTransaction'))
  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-declined')).toBeVisible()
  await at(page, 'swap-revoke').click()
  await expect(at(page, 'swap-open-allowance')).toBeHidden({ timeout: 30_000 })
  expect(await allowance(gold.address, spender)).toBe(0n)

  await at(page, 'swap-cancel').click()
  await review(page, '100')
  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-approved')).toBeVisible({ timeout: 30_000 })
  const bought = await shown(page, 'swap-bought', 6)
  const before = await balances(gold.address, usd.address)
  await at(page, 'swap-confirm').click()
  await confirmed(page)
  const after = await balances(gold.address, usd.address)
  expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(parseUnits('100', 18))
  expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(bought)
  expect(await allowance(gold.address, spender)).toBe(0n)
})

test('a token that takes signatures for the coin: one signature, one transaction, nothing left allowed', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const { wallet, balances, allowance } = await openSwap({ page, chains, amm, openApp }, 3)
  const { permit } = amm.tokens
  await choose(page, 'sourceToken', permit.address, 'SIGN')
  await expect(at(page, 'swap-unknown-token')).toContainText(permit.address)
  await choose(page, 'toToken', 'ETH')
  await review(page, '50')
  await expect(at(page, 'swap-confirm')).toContainText('Sign and swap')
  const [before] = await balances(permit.address)
  await wallet.evaluate((control) => control.rejectNext('eth_signTypedData_v4'))
  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-approvalDeclined')).toBeVisible()
  expect(await balances(permit.address)).toEqual([before])
  await at(page, 'swap-confirm').click()
  await confirmed(page)
  const [after] = await balances(permit.address)
  expect((before ?? 0n) - (after ?? 0n)).toBe(parseUnits('50', 18))
  expect(await allowance(permit.address, amm.v3.router02)).toBe(0n)
  const asked = await askedOf(wallet)
  expect(asked).toEqual(['eth_signTypedData_v4', 'eth_signTypedData_v4', 'eth_sendTransaction'])
})

test('through Permit2 over pools of both versions: one signature, and the next page follows what was sent', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const { client, accounts, chain, chainId, tokens } = chains.main
  const { legacy } = tokens
  const owner = accounts[8]?.address as Address
  // The allowance of a person who used Permit2 before.
  const args = [amm.universal.permit2, 2n ** 255n] as const
  const allowed = { address: legacy.address, abi: erc20Abi, functionName: 'approve', args } as const
  const hash = await client.writeContract({ ...allowed, account: owner, chain })
  await client.waitForTransactionReceipt({ hash })
  const universal: EvmRouterV3 = {
    ...{ name: 'Uniswap v3', quoter: amm.v3.quoter, router: amm.universal.router, form: 'UniversalRouter' },
    mixed: { name: 'Uniswap v2', quoter: amm.v3.mixedQuoter },
  }
  const venues = { wrapped: amm.tokens.weth, v3: [universal], tokens: [legacy, amm.tokens.permit] }
  const app: OpenOptions['app'] = { swap: { venues: { [`eip155:${chainId}`]: venues } } }
  const { wallet, balances } = await openSwap({ page, chains, amm, openApp }, 8, { calls: 'none' }, app)
  await choose(page, 'sourceToken', legacy.symbol)
  await choose(page, 'toToken', 'SIGN')
  await review(page, '30')
  for (const venue of ['Uniswap v2', 'Uniswap v3']) await expect(at(page, 'swap-route')).toContainText(venue)
  await expect(at(page, 'swap-confirm')).toContainText('Sign and swap')
  const bought = await shown(page, 'swap-bought', 18)
  const before = await balances(legacy.address, amm.tokens.permit.address)
  await client.setAutomine(false)
  try {
    await at(page, 'swap-confirm').click()
    await expect(at(page, 'swap-pending')).toBeVisible({ timeout: 30_000 })
    const asked = await askedOf(wallet)
    expect(asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    await page.reload()
    await expect(page.getByTestId('account-button')).toBeVisible()
    await client.mine({ blocks: 1 })
    await expect(page.getByText(`30\u00a0${legacy.symbol} swapped.`)).toBeVisible({ timeout: 30_000 })
  } finally {
    await client.setAutomine(true)
  }
  const after = await balances(legacy.address, amm.tokens.permit.address)
  expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(parseUnits('30', legacy.decimals))
  expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(bought)
})

test('a wallet that upgrades the account does approval and swap at once, when the person agrees', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const calls = { atomic: 'ready', delegate: chains.main.contracts.batchAccount } as const
  const { stack, wallet, balances, allowance } = await openSwap({ page, chains, amm, openApp }, 9, { calls })
  const { usd, gold } = stack.tokens
  await choose(page, 'sourceToken', 'LGLD')
  await choose(page, 'toToken', 'LUSD')
  await review(page, '40')
  await expect(at(page, 'swap-confirm')).toContainText('Approve')
  await at(page, 'swap-upgrade').click()
  await expect(at(page, 'swap-confirm')).toHaveText(/^Swap/)
  const bought = await shown(page, 'swap-bought', 6)
  const before = await balances(gold.address, usd.address)
  await at(page, 'swap-confirm').click()
  await confirmed(page)
  const after = await balances(gold.address, usd.address)
  expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(parseUnits('40', 18))
  expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(bought)
  expect(await allowance(gold.address, amm.v2.router)).toBe(0n)
  const asked = await askedOf(wallet)
  expect(asked).toEqual(['wallet_sendCalls'])
})

test('approval and swap are one request where the wallet does all or nothing', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const calls = { atomic: 'supported', delegate: chains.main.contracts.batchAccount } as const
  const { stack, wallet, balances, allowance } = await openSwap({ page, chains, amm, openApp }, 4, { calls })
  const { usd } = stack.tokens
  await choose(page, 'toToken', 'LGLD')
  await choose(page, 'sourceToken', 'LUSD')
  await review(page, '300')
  const bought = await shown(page, 'swap-bought', 18)
  const [before] = await balances(stack.tokens.gold.address)
  await wallet.evaluate((control) => control.rejectNext('wallet_sendCalls'))
  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-declined')).toBeVisible()
  await expect(at(page, 'swap-open-allowance')).toBeHidden()
  expect(await balances(stack.tokens.gold.address)).toEqual([before])
  await at(page, 'swap-confirm').click()
  await confirmed(page)
  const [after] = await balances(stack.tokens.gold.address)
  expect((after ?? 0n) - (before ?? 0n)).toBe(bought)
  for (const spender of [amm.v2.router, amm.v3.router02])
    expect(await allowance(usd.address, spender)).toBe(0n)
  expect(await askedOf(wallet)).toEqual(['wallet_sendCalls', 'wallet_sendCalls'])
})

test('a price that is pushed asks again, a sandwich gets no more than was agreed, and a switch of the network ends it', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const { stack, wallet, balances } = await openSwap({ page, chains, amm, openApp }, 5)
  const trader = stack.accounts[8]?.address as Address
  const { usd } = stack.tokens
  const { weth } = amm.tokens
  const hash = await stack.client.sendTransaction({
    ...{ account: trader, to: weth.address, value: parseUnits('400', 18), chain: stack.chain },
  })
  await stack.client.waitForTransactionReceipt({ hash })
  /** Sells the coin in both pools, so that it buys less. */
  const push = async (v2: string, v3: string) => {
    const order = { from: trader, sell: weth.address, buy: usd.address }
    await amm.trade({ ...order, amount: parseUnits(v2, 18) })
    await amm.trade({ ...order, amount: parseUnits(v3, 18), venue: 'v3', fee: 500 })
  }
  /** What the trader takes out again, once the swap was in between. */
  const pull = (amount: bigint) => amm.trade({ from: trader, sell: usd.address, buy: weth.address, amount })
  const asked = () => askedOf(wallet)
  await choose(page, 'toToken', 'LUSD')
  await review(page, '0.5')
  await push('5', '90')
  await at(page, 'swap-confirm').click()
  await expect(at(page, 'swap-told-priceMoved')).toBeVisible({ timeout: 30_000 })
  expect(await asked()).toEqual([])

  // Both sides of a sandwich, within the slippage: less arrives than was shown, and never less than the minimum.
  await wallet.evaluate((control) => control.setApproval('ask'))
  const [bought, minimum] = [await shown(page, 'swap-bought', 6), await shown(page, 'swap-minimum', 6)]
  const [first = 0n] = await balances(usd.address)
  const pressed = async (before: () => Promise<unknown>) => {
    await at(page, 'swap-confirm').click()
    await wallet.evaluate((control) => control.waitForPending('eth_sendTransaction').then(() => {}))
    await before()
    await wallet.evaluate((control) => control.approve())
  }
  await pressed(() => push('0.2', '0.3'))
  await confirmed(page)
  const [second = 0n] = await balances(usd.address)
  expect(second - first).toBeGreaterThanOrEqual(minimum)
  expect(second - first).toBeLessThan(bought)
  await pull(parseUnits('500', 6))
  expect(await balances(usd.address)).toEqual([second])

  // Beyond the slippage: the chain refuses it.
  await at(page, 'swap-again').click()
  await review(page, '0.5')
  await pressed(() => push('30', '100'))
  await expect(at(page, 'swap-failed')).toBeVisible({ timeout: 30_000 })
  expect(await balances(usd.address)).toEqual([second])

  // The network changes while the wallet's window is open: what it answers then is for the network it was asked about.
  await at(page, 'swap-again').click()
  await review(page, '0.5')
  const [agreed] = [await shown(page, 'swap-minimum', 6)]
  await pressed(() => wallet.evaluate((control, chainId) => control.switchChain(chainId), 31338))
  await expect(page.getByTestId('network')).toHaveText('eip155:31338')
  await expect(async () => {
    const [now = 0n] = await balances(usd.address)
    if (now !== second) expect(now - second).toBeGreaterThanOrEqual(agreed)
  }).toPass()
  expect(await chains.second.balanceOf(stack.accounts[5]?.address as Address)).toBe(parseUnits('10000', 18))
})

test('a form for a network that is left says so, and nothing of it is kept', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const { wallet, balances } = await openSwap({ page, chains, amm, openApp }, 5)
  const before = await balances(chains.main.tokens.usd.address)
  await choose(page, 'toToken', 'LUSD')
  await review(page, '0.5')
  await wallet.evaluate((control, chainId) => control.switchChain(chainId), 31338)
  await expect(dialog(page).getByText('Network not supported for Swaps')).toBeVisible()
  await expect(at(page, 'swap-preview-view')).toBeHidden()
  expect([await askedOf(wallet), await balances(chains.main.tokens.usd.address)]).toEqual([[], before])
})

test('by a wallet-data service: told when it is down, exact approval, and the figures are the node’s', async ({
  page,
  chains,
  amm,
  openApp,
}) => {
  const stack = chains.main
  const { usd, gold } = stack.tokens
  const service = await startSwapService(stack, amm)
  try {
    const app = swapsBy(service.url, stack, amm)
    const { balances, allowance } = await openSwap({ page, chains, amm, openApp }, 7, { calls: 'none' }, app)
    await choose(page, 'sourceToken', 'LGLD')
    await choose(page, 'toToken', 'LUSD')
    service.setFaults({ swaps: { status: 503 } })
    await at(page, 'swap-input-sourceToken').fill('70')
    await expect(at(page, 'swap-error')).toBeVisible({ timeout: 20_000 })
    service.setFaults({ swaps: { delayMilliseconds: 1_000 } })
    await at(page, 'swap-retry').click()
    await expect(at(page, 'swap-rate')).toBeVisible({ timeout: 20_000 })
    service.setFaults({})
    await review(page, '80')
    await expect(at(page, 'swap-source')).toContainText('Swap service')
    await at(page, 'swap-confirm').click()
    await expect(at(page, 'swap-told-approved')).toBeVisible({ timeout: 30_000 })
    const bought = await shown(page, 'swap-bought', 6)
    const before = await balances(gold.address, usd.address)
    await at(page, 'swap-confirm').click()
    await confirmed(page)
    const after = await balances(gold.address, usd.address)
    expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(parseUnits('80', 18))
    expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(bought)
    expect(await allowance(gold.address, amm.v2.router)).toBe(0n)
  } finally {
    await service.stop()
  }
})

test('on Solana with a market maker: both sides in one transaction, a lie is refused, and the figures are the node’s', async ({
  page,
}) => {
  const stack = await startSolana()
  const maker = await startMarketMaker(stack)
  try {
    const [account] = stack.accounts
    if (!account) throw new Error('The stack has no account.')
    const wallet = await installTestWallet(page, {
      kind: 'solana',
      accounts: [account.secretKey],
      chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
    })
    const { url, tokensUrl, address } = maker
    await configure(page, {
      clusters: [
        {
          ...{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] },
          walletStandardChain: 'solana:localnet',
        },
      ],
      solanaSwap: { url, tokensUrl, makers: [address], networkId: stack.chainId as `solana:${string}` },
    })
    await page.goto(`${process.env['LATCHKEY_E2E_URL']}`)
    await connect(page)
    await page.getByTestId('account-button').click()
    await at(page, 'wallet-features-swaps-button').click()
    await choose(page, 'toToken', 'LGLD')
    maker.lie({ instructions: (_, deal) => makeDeal({ ...deal, sold: deal.sold + 1n }) })
    await at(page, 'swap-input-sourceToken').fill('2.5')
    await expect(at(page, 'swap-rate')).toBeVisible({ timeout: 20_000 })
    await at(page, 'swap-action-button').click()
    await expect(at(page, 'swap-error')).toBeVisible({ timeout: 20_000 })
    maker.lie()

    await review(page, '2.5')
    const gold = stack.mints.gold.address
    const [bought, minimum] = [await shown(page, 'swap-bought', 9), await shown(page, 'swap-minimum', 9)]
    const cost = await shown(page, 'swap-network-cost', 9)
    expect(minimum).toBe((bought * 9_900n) / 10_000n)
    const read = async () =>
      [await stack.balanceOf(account.address), await stack.tokenBalanceOf(gold, account.address)] as const
    const before = await read()
    await wallet.evaluate((control) => control.rejectNext('solana:signTransaction'))
    await at(page, 'swap-confirm').click()
    await expect(at(page, 'swap-told-declined')).toBeVisible()
    expect(await read()).toEqual(before)
    await at(page, 'swap-confirm').click()
    await confirmed(page)
    const after = await read()
    expect(before[0] - after[0]).toBe(parseUnits('2.5', 9) + cost)
    expect(after[1] - before[1]).toBe(bought)
    const signed = () =>
      wallet.evaluate((control) =>
        control.requests.map(({ method }) => method).filter((name) => /sign/i.test(name)),
      )
    expect(await signed()).toEqual(['solana:signTransaction', 'solana:signTransaction'])
  } finally {
    await maker.stop()
    await stack.stop()
  }
})
