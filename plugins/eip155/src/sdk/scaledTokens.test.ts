// Tokens of ERC-8056 on a real chain: what people read is four times what is moved.
import { artifacts } from '../../../../devstack/src/evm/artifacts.js'
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import {
  Allowances,
  Balance,
  History,
  Send,
  type SendRequest,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerJson, setUpCapabilities, startServer } from '../../test/support.js'
import { EvmCalls } from '../calls.js'

const { abi, bytecode } = artifacts.scaledToken
const once = 10n ** 18n
let stack: EvmStack
let share: Address
let snapshot: Hex | undefined
let bench: ReturnType<typeof setUpCapabilities>
beforeAll(async () => {
  stack = await startEvm()
  const holders = [stack.accounts[0]!.address]
  const args = [holders, parseEther('7.5725'), 4n * once]
  share = (await transact(null, encodeDeployData({ abi: abi as Abi, bytecode, args })))
    .contractAddress as Address
}, 120_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
  bench = setUpCapabilities([stack])
})

async function transact(to: Address | null, data: Hex) {
  const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const hash = await stack.client.sendTransaction({ account, to, data, gas: 5_000_000n, chain: stack.chain })
  return stack.client.waitForTransactionReceipt({ hash })
}
const setMultiplier = (multiplier: bigint) =>
  transact(
    share,
    encodeFunctionData({ abi: abi as Abi, functionName: 'setUIMultiplier', args: [multiplier, 0n] }),
  )
const token = () => ({ address: share, decimals: 18, symbol: 'SHARE' })
const heldBy = (index: number) =>
  stack.client.readContract({
    address: share,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [stack.accounts[index]!.address],
  })
const receiver = () => stack.accounts[1]!.address
function request(change: Partial<SendRequest> = {}): SendRequest {
  const { networkId, account, provider } = bench
  return { networkId, from: account, provider, to: receiver(), amount: 0n, token: token(), ...change }
}
const readBalance = async (setup = bench) => {
  const { get, networkId, account } = setup
  const [amount] =
    (await get(Balance).tokens?.({ networkId, address: account.address, tokens: [token()] })) ?? []
  return amount
}

describe('the balance', () => {
  it.each([
    ['through Multicall3', true],
    ['without Multicall3', false],
  ])('is what people read, with what is moved beside it, %s', async (_, multicall) => {
    const { contracts: __, ...bare } = stack.chain
    const setup = setUpCapabilities([stack], { chains: [multicall ? stack.chain : bare] })
    expect(await readBalance(setup)).toEqual({
      value: parseEther('30.29'),
      moved: parseEther('7.5725'),
      symbol: 'SHARE',
      decimals: 18,
      token: token(),
    })
  })

  it('is multiplied for others as the token states it, in the order that is asked', async () => {
    const { get, networkId } = bench
    const tokens = [stack.tokens.usd.address, share.toLowerCase(), 'no address', receiver()]
    const four = { numerator: 4n * once, denominator: once }
    expect(await get(Balance).multipliers?.({ networkId, tokens })).toEqual([
      undefined,
      four,
      undefined,
      undefined,
    ])
  })

  it('follows the multiplier', async () => {
    await readBalance()
    await setMultiplier(8n * once)
    expect(await readBalance()).toMatchObject({ value: parseEther('60.58'), moved: parseEther('7.5725') })
  })

  it.each([
    ['nothing', 0n],
    ['one', once],
    ['what is no multiplier', 1n],
    ['more than a million times', 1_000_001n * once],
    ['the largest number', 2n ** 256n - 1n],
  ])('is what is moved where the contract states %s', async (_, multiplier) => {
    await setMultiplier(multiplier)
    const amount = await readBalance()
    expect(amount?.value).toBe(parseEther('7.5725'))
    expect(amount).not.toHaveProperty('moved')
  })

  it('of others stays where a contract returns a single byte to every question', async () => {
    // PUSH1 1, PUSH1 0, MSTORE8, PUSH1 1, PUSH1 0, RETURN
    await stack.client.setCode({ address: share, bytecode: '0x600160005360016000f3' })
    const { contracts: __, ...bare } = stack.chain
    for (const chains of [[stack.chain], [bare]]) {
      const { get, networkId, account } = setUpCapabilities([stack], { chains })
      const reading = get(Balance).tokens?.({
        networkId,
        address: account.address,
        tokens: [token(), stack.tokens.usd],
      })
      const amounts = await reading
      expect(amounts?.map(({ symbol }) => symbol)).toEqual([stack.tokens.usd.symbol])
    }
  })

  it('isn’t told where a node can’t say what the multiplier is', async () => {
    const server = await startServer(async (body, response) => {
      const answer = await (await fetch(stack.url, post(body))).json()
      const pairs = [body].flat() as { id: number; params: unknown }[]
      const isAsked = (one: { params: unknown }) => {
        const text = JSON.stringify(one.params ?? '').toLowerCase()
        return text.includes('a60bf13d') && text.includes(share.toLowerCase())
      }
      const answers = ([answer].flat() as { id: number }[]).map((one) =>
        pairs.some((pair) => pair.id === one.id && isAsked(pair))
          ? { jsonrpc: '2.0', id: one.id, error: { code: -32603, message: 'internal error' } }
          : one,
      )
      answerJson(response, Array.isArray(body) ? answers : answers[0])
    })
    const { contracts: __, ...bare } = stack.chain
    const setup = setUpCapabilities([stack], { chains: [bare], rpcUrls: { [stack.chainId]: server.url } })
    const { get, networkId, account } = setup
    const read = (tokens: readonly TokenReference[]) =>
      get(Balance).tokens?.({ networkId, address: account.address, tokens })
    await expect(read([token()])).rejects.toThrow()
    expect((await read([token(), stack.tokens.usd]))?.map(({ symbol }) => symbol)).toEqual(['LUSD'])
    await server.stop()
  })
})
const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('a send', () => {
  it('moves what the typed amount comes to, and says so', async () => {
    const prepared = await bench.get(Send).prepare(request({ amount: parseEther('10') }))
    expect(prepared.amount).toEqual({
      value: parseEther('10'),
      moved: parseEther('2.5'),
      symbol: 'SHARE',
      decimals: 18,
    })
    expect(prepared.changes).toEqual([
      {
        address: bench.account.address,
        amount: { value: -parseEther('10'), moved: -parseEther('2.5'), symbol: 'SHARE', decimals: 18 },
      },
    ])
    const notice = prepared.notices.find(({ code }) => code === 'TOKEN_AMOUNT_SCALED')
    expect(notice?.message).toContain('2.5 SHARE')
    await (await prepared.submit()).wait()
    expect(await heldBy(1)).toBe(parseEther('2.5'))
  })

  it('of everything leaves nothing behind, whatever the rounding', async () => {
    await setMultiplier(3_333_333_333_333_333_333n)
    const most = await bench.get(Send).maximum(request())
    expect(most).toMatchObject({ moved: parseEther('7.5725') })
    const prepared = await bench.get(Send).prepare(request({ amount: most.value, everything: true }))
    expect(prepared.amount).toEqual(most)
    await (await prepared.submit()).wait()
    expect([await heldBy(0), await heldBy(1)]).toEqual([0n, parseEther('7.5725')])
  })

  it('moves no more than was typed, and says what it comes to', async () => {
    await setMultiplier(3n * once)
    const prepared = await bench.get(Send).prepare(request({ amount: 10n }))
    expect(prepared.amount).toMatchObject({ value: 9n, moved: 3n })
  })

  it('is refused beyond what is held, in the numbers that people read', async () => {
    await expect(bench.get(Send).prepare(request({ amount: parseEther('30.3') }))).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      metaMessages: ['Needed: 30.3 SHARE', 'There: 30.29 SHARE'],
    })
  })

  it('is refused where the amount comes to nothing', async () => {
    const asked = bench.get(Send).prepare(request({ amount: 3n }))
    await expect(asked).rejects.toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
  })

  it('of a bill moves what the bill states', async () => {
    const prepared = await bench.get(Send).prepare(request({ amount: parseEther('2'), isMoved: true }))
    expect(prepared.amount).toMatchObject({ value: parseEther('8'), moved: parseEther('2') })
    await (await prepared.submit()).wait()
    expect(await heldBy(1)).toBe(parseEther('2'))
  })

  it('isn’t given to the wallet when the multiplier has changed since it was shown', async () => {
    const prepared = await bench.get(Send).prepare(request({ amount: parseEther('10') }))
    await setMultiplier(8n * once)
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'TOKEN_MULTIPLIER_CHANGED' })
    expect(prepared.isHandedOver?.()).toBe(false)
    expect(bench.wallet.control.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
    expect(await heldBy(1)).toBe(0n)
  })

  it.each([
    ['nothing', 0n],
    ['the largest number', 2n ** 256n - 1n],
  ])('takes the amount as it is moved where the contract states %s', async (_, multiplier) => {
    await setMultiplier(multiplier)
    const prepared = await bench.get(Send).prepare(request({ amount: parseEther('2') }))
    expect(prepared.amount).toBeUndefined()
    await (await prepared.submit()).wait()
    expect(await heldBy(1)).toBe(parseEther('2'))
  })

  it('of an ordinary token is as it was', async () => {
    const { usd } = stack.tokens
    const prepared = await bench.get(Send).prepare(request({ amount: parseUnits('2', 6), token: usd }))
    expect(prepared.amount).toBeUndefined()
    expect(prepared.notices).toEqual([])
  })
})

it('tells what past transfers moved as people read it today', async () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [receiver(), parseEther('2')],
  })
  await transact(share, data)
  await setMultiplier(5n * once)
  const { networkId, account } = bench
  const page = await bench.get(History).read({ networkId, address: account.address })
  const out = page.transactions
    .flatMap(({ transfers }) => transfers)
    .find(({ direction }) => direction === 'out')
  expect(out?.amount).toEqual({
    value: parseEther('10'),
    moved: parseEther('2'),
    symbol: 'SHARE',
    decimals: 18,
  })
})

it('predicts calls and what others may move as people read it', async () => {
  const { networkId, account, provider } = bench
  const call = (functionName: 'transfer' | 'approve', amount: bigint) => ({
    to: share,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args: [receiver(), amount] }),
  })
  const calls = [call('transfer', parseEther('1')), call('approve', parseEther('3'))]
  const prepared = await bench.get(EvmCalls).prepare({ networkId, from: account, provider, calls })
  expect(prepared.changes).toEqual([
    {
      address: account.address,
      asset: getAddress(share),
      amount: { value: -parseEther('4'), moved: -parseEther('1'), symbol: 'SHARE', decimals: 18 },
    },
  ])
  expect(prepared.allowances).toMatchObject([
    { amount: parseEther('12'), moved: parseEther('3'), previous: 0n },
  ])
})

it('tells approvals as people read them', async () => {
  await transact(
    share,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver(), parseEther('3')] }),
  )
  const { networkId, account } = bench
  const { allowances } = await bench.get(Allowances).read({ networkId, address: account.address })
  expect(allowances).toMatchObject([
    { amount: parseEther('12'), atRisk: { value: parseEther('12'), moved: parseEther('3') } },
  ])
})
