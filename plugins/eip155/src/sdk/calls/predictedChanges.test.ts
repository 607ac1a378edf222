// What is predicted of calls, against balances and allowances that the node has once they are mined.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import type { PreparedCalls } from '@latchkey/kernel/contracts'
import type { EvmTestWalletOptions } from '../../../../../testkit/src/evm/index.js'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployCollections, embeddedLink } from '../../../test/collectibles.js'
import { setUpCapabilities } from '../../../test/support.js'
import { type EvmCall, EvmCalls } from '../../calls.js'

let stack: EvmStack
let amm: EvmAmm
let snapshot: Hex
beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  // A pool's first trade in a later second stores its price for the first time, and costs much more. The node may estimate a
  // trade in the same second and mine it in the next one: then its gas isn't enough.
  await stack.client.increaseTime({ seconds: 2 })
  const { usd, gold, legacy } = stack.tokens
  for (const { address, decimals } of [usd, gold, legacy, amm.tokens.taxed]) {
    const amount = parseUnits('1', decimals)
    await amm.trade({ from: stack.accounts[5]!.address, sell: address, buy: amm.tokens.weth.address, amount })
  }
}, 60_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
})

const own = () => stack.accounts[0]!.address
const friend = () => stack.accounts[1]!.address
const router = () => amm.v2.router
const tokens = () => ({ ...stack.tokens, ...amm.tokens })
type TokenName = keyof ReturnType<typeof tokens>

const venue = parseAbi([
  'function deposit() payable',
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForTokens(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
])
const never = 2n ** 40n
const path = (...names: readonly TokenName[]) => names.map((name) => tokens()[name].address)

const call = (name: TokenName, functionName: 'approve' | 'transfer', to: Address, amount: bigint) => ({
  to: tokens()[name].address,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})
const transfer = (name: TokenName, to: Address, amount: string): EvmCall =>
  call(name, 'transfer', to, parseUnits(amount, tokens()[name].decimals))

/** Calls that stand alone: three of any of them can be made one after the other. */
const deeds: Readonly<Record<string, () => readonly EvmCall[]>> = {
  'pays a coin': () => [{ to: friend(), value: parseEther('1.5') }],
  'pays itself a coin': () => [{ to: own(), value: parseEther('1') }],
  'pays a token': () => [transfer('usd', friend(), '12.345678')],
  'pays a token that burns a hundredth': () => [transfer('taxed', friend(), '100')],
  'pays itself a token that burns a hundredth': () => [transfer('taxed', own(), '300')],
  'pays a token that returns nothing': () => [transfer('legacy', friend(), '7')],
  'pays a token kept in shares': () => [transfer('rebasing', friend(), '3.000000000000000001')],
  'pays a token that says nothing of itself': () => [transfer('silent', friend(), '1')],
  'allows an amount': () => [call('gold', 'approve', friend(), 7n)],
  'allows everything': () => [call('permit', 'approve', router(), maxUint256)],
  'takes back what was never allowed': () => [call('usd', 'approve', friend(), 0n)],
  'wraps a coin': () => [
    {
      to: tokens().weth.address,
      value: parseEther('2'),
      data: encodeFunctionData({ abi: venue, functionName: 'deposit' }),
    },
  ],
  'buys a token for a coin': () => [
    {
      to: router(),
      value: parseEther('1'),
      data: encodeFunctionData({
        abi: venue,
        functionName: 'swapExactETHForTokens',
        args: [0n, path('weth', 'usd'), own(), never],
      }),
    },
  ],
}

/** Calls that only work together. */
const series: typeof deeds = {
  ...deeds,
  'allows a token and swaps it for another': () => {
    const amount = parseUnits('50', 18)
    const args = [amount, 0n, path('gold', 'weth', 'legacy'), own(), never] as const
    const data = encodeFunctionData({ abi: venue, functionName: 'swapExactTokensForTokens', args })
    return [call('gold', 'approve', router(), amount), { to: router(), data }]
  },
  'allows more than it swaps, of a token that burns a hundredth': () => {
    const amount = parseUnits('40', 18)
    const args = [amount, 0n, path('taxed', 'weth'), own(), never] as const
    const functionName = 'swapExactTokensForETHSupportingFeeOnTransferTokens'
    const data = encodeFunctionData({ abi: venue, functionName, args })
    return [call('taxed', 'approve', router(), 3n * amount), { to: router(), data }]
  },
}

/** Three at a time, so that each stands in the first, second and third place. */
function* threes(distance: number): Generator<readonly [string, () => readonly EvmCall[]]> {
  const names = Object.keys(deeds)
  for (const first of names.keys()) {
    const chosen = [0, 1, 2].map((place) => names[(first + place * distance) % names.length] as string)
    yield [chosen.join(', '), () => chosen.flatMap((name) => deeds[name]?.() ?? [])]
  }
}

/** Every balance of the account, and what others may take, as the node says. */
async function readHoldings() {
  const holdings = new Map<string, bigint>([['coin', await stack.balanceOf(own())]])
  const allowances = new Map<string, bigint>()
  for (const [name, { address }] of Object.entries(tokens())) {
    holdings.set(name, await stack.tokenBalanceOf(address, own()))
    for (const spender of [friend(), router()]) {
      const args = [own(), spender] as const
      const amount = await stack.client.readContract({
        address,
        abi: erc20Abi,
        functionName: 'allowance',
        args,
      })
      allowances.set(`${name} ${spender}`, amount)
    }
  }
  return { holdings, allowances }
}

const nameOf = (asset: string | undefined): string => {
  if (asset === undefined) return 'coin'
  const found = Object.entries(tokens()).find(
    ([, { address }]) => address.toLowerCase() === asset.toLowerCase(),
  )
  return found?.[0] ?? asset
}

const predicted = ({ changes, allowances }: PreparedCalls) => ({
  changes: Object.fromEntries((changes ?? []).map(({ asset, amount }) => [nameOf(asset), amount.value])),
  allowances: Object.fromEntries(
    (allowances ?? []).map(({ token, spender, amount, previous }) => [
      `${nameOf(token.address)} ${spender}`,
      { amount, previous },
    ]),
  ),
})

/** Makes the calls, and holds every change of the account against what was said before. */
async function expectPredicted(calls: readonly EvmCall[], wallet: EvmTestWalletOptions) {
  const bench = setUpCapabilities([stack], { wallet })
  const { networkId, account, provider } = bench
  const prepared = await bench.get(EvmCalls).prepare({ networkId, from: account, provider, calls })
  const before = await readHoldings()
  const decision = await (await prepared.submit()).wait()
  const after = await readHoldings()
  expect(decision.status).toBe('confirmed')
  let fee = 0n
  for (const hash of decision.transactions as readonly Hex[]) {
    const { gasUsed, effectiveGasPrice } = await stack.client.getTransactionReceipt({ hash })
    fee += gasUsed * effectiveGasPrice
  }
  const changes: Record<string, bigint> = {}
  for (const [name, amount] of after.holdings) {
    const change = amount - (before.holdings.get(name) ?? 0n) + (name === 'coin' ? fee : 0n)
    if (change !== 0n) changes[name] = change
  }
  const allowances: Record<string, unknown> = {}
  for (const [name, amount] of after.allowances) {
    const previous = before.allowances.get(name)
    if (amount !== previous)
      allowances[name] = { amount: amount === maxUint256 ? 'unlimited' : amount, previous }
  }
  expect(predicted(prepared)).toEqual({ changes, allowances })
  bench.dispose()
}

describe('what the node has after it was mined is what was predicted, of a call that', () => {
  it.each(Object.entries(series))('%s', async (_, calls) => expectPredicted(calls(), { calls: 'none' }))
})

describe('and of three calls', () => {
  it.each([...threes(1)])('one after the other: %s', async (_, calls) =>
    expectPredicted(calls(), { calls: 'none' }),
  )
  it.each([...threes(4)])('at once: %s', async (_, calls) =>
    expectPredicted(calls(), { calls: { atomic: 'supported', delegate: stack.contracts.batchAccount } }),
  )
})

describe('an approval is told by what the contract logs of it, whatever else is called there', () => {
  const collectionAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
  const approveAll = (to: Address, isGiven: boolean): EvmCall => ({
    to,
    data: encodeFunctionData({
      abi: collectionAbi,
      functionName: 'setApprovalForAll',
      args: [friend(), isGiven],
    }),
  })
  async function predict(calls: readonly EvmCall[]) {
    const { networkId, account, provider, get } = setUpCapabilities([stack])
    const prepared = await get(EvmCalls).prepare({ networkId, from: account, provider, calls })
    return { ...prepared, codes: prepared.notices.map(({ code }) => code) }
  }

  it.each([
    [
      'a call of collectibles that the wrapped coin takes for a deposit',
      (weth: Address) => approveAll(weth, false),
    ],
    ['the same call that gives the right', (weth: Address) => approveAll(weth, true)],
  ])('an unlimited allowance isn’t hidden by %s', async (_, hide) => {
    const { address } = tokens().weth
    const unlimited = call('weth', 'approve', router(), maxUint256)
    for (const calls of [
      [unlimited, hide(address)],
      [hide(address), unlimited],
    ]) {
      const { allowances, codes } = await predict(calls)
      expect(allowances).toContainEqual({
        ...{ token: { address, symbol: 'WETH', decimals: 18 }, spender: router() },
        ...{ amount: 'unlimited', previous: 0n },
      })
      expect(codes).toContain('ALLOWANCE_UNLIMITED')
    }
  })

  it('a limited one of a token isn’t hidden either, where the contract logs nothing', async () => {
    const quiet = '0x00000000000000000000000000000000000011b1'
    await stack.client.setCode({ address: quiet, bytecode: '0x00' })
    const { allowances } = await predict([
      approveAll(quiet, false),
      { ...call('usd', 'approve', friend(), 7n), to: quiet },
    ])
    expect(allowances).toMatchObject([{ amount: 7n }, { amount: 0n, collectible: {} }])
  })

  it('one collectible isn’t told as an amount of a token', async () => {
    const { art, mint } = await deployCollections(stack, embeddedLink({}))
    for (const id of [3n, maxUint256]) await mint(own(), id, embeddedLink({}))
    const approve = (id: bigint) => ({ ...call('usd', 'approve', friend(), id), to: art })
    const { allowances, codes } = await predict([approve(3n), approve(maxUint256)])
    expect(allowances).toMatchObject([
      { token: { address: art }, amount: 1n, collectible: { id: '3' } },
      { token: { address: art }, amount: 1n, collectible: { id: `${maxUint256}` } },
    ])
    expect(codes).not.toContain('ALLOWANCE_UNLIMITED')
  })
})
