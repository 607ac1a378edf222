// A node that lies about what calls do, wallets that lie about what they did, and calls beyond reason.
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { BaseError } from '@latchkey/kernel/plugin'
import type { CallsRequest, PreparedCalls } from '@latchkey/kernel/contracts'
import type { EvmTestWalletOptions } from '../../../../../testkit/src/evm/index.js'
import {
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  size,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerJson, setUpCapabilities, startServer, type TestServer } from '../../../test/support.js'
import { type EvmCall, EvmCalls } from '../../calls.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

let snapshot: Hex
const servers: TestServer[] = []
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const friend = () => stack.accounts[1]!.address
const approve = (amount: bigint): EvmCall => ({
  to: stack.tokens.usd.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend(), amount] }),
})
const collectibleAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
const approveAll = (isGiven: boolean): EvmCall => ({
  to: stack.tokens.usd.address,
  data: encodeFunctionData({
    abi: collectibleAbi,
    functionName: 'setApprovalForAll',
    args: [friend(), isGiven],
  }),
})

function setUp(wallet: EvmTestWalletOptions = {}, settings: Parameters<typeof setUpCapabilities>[1] = {}) {
  const bench = setUpCapabilities([stack], { wallet, ...settings })
  const { networkId, account, provider } = bench
  const calls = bench.get(EvmCalls)
  const prepare = (list: readonly EvmCall[], change: Partial<CallsRequest<EvmCall>> = {}) =>
    calls.prepare({ networkId, from: account, provider, calls: list, ...change })
  const opened = () =>
    bench.wallet.control.requests.map(({ method }) => method).filter((method) => /send/i.test(method))
  return { ...bench, calls, prepare, opened }
}

interface NodeRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
/** A node that answers as it should, except for what `lie` changes. */
async function lyingNode(lie: (request: NodeRequest, honest: any) => unknown) {
  const server = await startServer(async (body, response) => {
    const answers = await Promise.all(
      [body].flat().map(async (request) => {
        const answer = await fetch(stack.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
        }).then((found) => found.json())
        const { result } = answer as { result?: unknown }
        return result === undefined
          ? answer
          : { ...(answer as object), result: lie(request as NodeRequest, result) }
      }),
    )
    answerJson(response, Array.isArray(body) ? answers : answers[0])
  })
  servers.push(server)
  return { rpcUrls: { [stack.chainId]: server.url } }
}
/** Changes every call of a simulation. */
const simulating = (change: (outcome: Record<string, unknown>) => Record<string, unknown>) =>
  lyingNode(({ method }, honest) =>
    method === 'eth_simulateV1'
      ? honest.map((block: { calls: Record<string, unknown>[] }) => ({
          ...block,
          calls: block.calls.map(change),
        }))
      : honest,
  )

describe('a node that hides', () => {
  const hidden = ({ returnData: _, ...outcome }: Record<string, unknown>) => ({
    ...outcome,
    logs: [],
    returnData: `0x${'0'.repeat(64)}`,
  })
  const codes = ({ notices }: PreparedCalls) => notices.map(({ code }) => code)

  it.each([
    ['an allowance', 7n, 7n],
    ['an unlimited allowance', maxUint256, 'unlimited'],
  ])('%s can’t hide what the call itself says', async (_, asked, shown) => {
    const { prepare } = setUp({}, await simulating(hidden))
    for (const list of [[approve(asked)], [{ to: friend(), value: 1n }, approve(asked)]]) {
      const prepared = await prepare(list)
      expect(prepared.allowances).toMatchObject([{ spender: friend(), amount: shown }])
      if (shown === 'unlimited') expect(codes(prepared)).toContain('ALLOWANCE_UNLIMITED')
    }
  })

  it('the right to all collectibles can’t hide what the call itself says', async () => {
    // A contract that takes any call and says nothing.
    const quiet = '0x00000000000000000000000000000000000011ae'
    await stack.client.setCode({ address: quiet, bytecode: '0x00' })
    const { prepare } = setUp()
    const given = await prepare([{ ...approveAll(true), to: quiet }])
    expect(given.allowances).toMatchObject([{ spender: friend(), amount: 'unlimited', collectible: {} }])
    expect(codes(given)).toContain('ALLOWANCE_UNLIMITED')
    const both = await prepare([
      { ...approveAll(true), to: quiet },
      { ...approveAll(false), to: quiet },
    ])
    expect(both.allowances).toMatchObject([{ amount: 0n }])
  })
})

describe('contracts that log what they like', () => {
  // Takes any call and says nothing.
  const quiet = '0x00000000000000000000000000000000000011b3'
  const word = (text: string) => `0x${text.replace(/^0x/, '').padStart(64, '0')}` as Hex
  const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
  /** As many contracts as asked for, of which each logs one right of the account's to a stranger. */
  const fakes = (owner: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      address: `0x${(index + 4096).toString(16).padStart(40, '0')}`,
      topics: [index % 2 ? approvalTopic : approvalForAllTopic, word(owner), word('0x5555')],
      data: word('0x1'),
    }))

  it.each([
    ['an allowance', () => ({ ...approve(7n), to: quiet }), { amount: 7n }],
    [
      'the right to all of a collection',
      () => ({ ...approveAll(true), to: quiet }),
      { amount: 'unlimited', collectible: {} },
    ],
  ])(
    'can’t push out %s that a call itself gives, and the list says first that it isn’t whole',
    async (_, call, shown) => {
      const owner = stack.accounts[0]!.address
      await stack.client.setCode({ address: quiet, bytecode: '0x00' })
      const node = await simulating((outcome) => ({
        ...outcome,
        logs: [...fakes(owner, 200), ...((outcome['logs'] as object[] | undefined) ?? [])],
      }))
      const { allowances = [], notices } = await setUp({}, node).prepare([call()])
      expect(allowances).toContainEqual(
        expect.objectContaining({
          ...{ spender: friend(), ...shown },
          token: expect.objectContaining({ address: getAddress(quiet) }),
        }),
      )
      expect(allowances.length).toBeLessThanOrEqual(80)
      expect(notices[0]).toMatchObject({ code: 'CHANGES_INCOMPLETE', severity: 'warning' })
    },
  )
})

describe('a node that answers a simulation beyond reason', () => {
  const long = `0x${'f'.repeat(64)}`
  const nothing = '0x'
  it.each<[string, Record<string, unknown>]>([
    ['an empty status', { status: nothing }],
    ['a status that is no number', { status: '0xzz' }],
    ['no gas', { gasUsed: nothing }],
    ['endless gas', { gasUsed: long }],
    ['a log of half an address', { logs: [{ address: '0x12', topics: [], data: nothing }] }],
    ['a log of no list', { logs: 'none' }],
    [
      'a transfer between nobody',
      {
        logs: [
          {
            address: `0x${'11'.repeat(20)}`,
            topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', nothing, nothing],
            data: long,
          },
        ],
      },
    ],
    ['a return that is no hex', { returnData: 'yes' }],
  ])('with %s fails with a code, or shows what is so, and opens no wallet', async (_, change) => {
    const { prepare, opened } = setUp(
      { calls: 'none' },
      await simulating((outcome) => ({ ...outcome, ...change })),
    )
    const outcome = await prepare([approve(1n), approve(2n)]).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BaseError)
    else expect((outcome as PreparedCalls).fee.value).toBeLessThan(parseEther('1'))
    expect(opened()).toEqual([])
  })

  it.each([
    ['eth_estimateGas', `0x${'f'.repeat(16)}`],
    ['eth_gasPrice', long],
    ['eth_getBalance', long],
  ])('or %s asks for no absurd fee', async (name, answer) => {
    const lies = await lyingNode(({ method }, honest) => (method === name ? answer : honest))
    const { prepare } = setUp({}, lies)
    const outcome = await prepare([approve(1n)]).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) })
    else expect((outcome as PreparedCalls).fee.value).toBeLessThan(parseEther('1'))
  })
})

describe('a wallet that lies about a bundle', () => {
  type Request = { readonly method: string; readonly params?: unknown }
  /** Takes bundles under one id, does nothing with them, and says what it is told to. */
  const claiming = (bench: ReturnType<typeof setUp>, status: () => Promise<object> | object) => ({
    ...bench.provider,
    request: async (request: Request) => {
      if (request.method === 'wallet_getCapabilities')
        return { '0x7a69': { atomic: { status: 'supported' } } }
      if (request.method === 'wallet_sendCalls') return { id: 'one' }
      if (request.method === 'wallet_getCallsStatus') return status()
      return bench.provider.request(request)
    },
  })
  const done = (hashes: readonly string[], more = {}) => ({
    version: '2.0.0',
    id: 'one',
    chainId: '0x7a69',
    status: 200,
    atomic: true,
    receipts: hashes.map((transactionHash) => ({ transactionHash, status: '0x1' })),
    ...more,
  })
  const pay = (value: bigint): EvmCall => ({ to: friend(), value })
  /** Time that passes as fast as somebody waits for it. */
  function fastClock() {
    let time = 0
    return {
      now: () => time,
      setTimeout(callback: () => void, delay: number) {
        time += delay
        return setTimeout(callback, 0)
      },
      clearTimeout,
    } as never
  }
  const upgraded = () => setUp({ calls: { atomic: 'supported', delegate: stack.contracts.batchAccount } })
  /** Does calls at once with the same account, and returns the transaction. */
  async function reallyDo(list: readonly EvmCall[]): Promise<string> {
    const decision = await (await (await upgraded().prepare(list)).submit()).wait()
    return decision.transactions[0]!
  }

  it('and did it on another network: told at once', async () => {
    const bench = setUp({}, { clock: fastClock() })
    const provider = claiming(bench, () => done([`0x${'ab'.repeat(32)}`], { chainId: '0x1' }))
    const submitted = await (await bench.prepare([pay(1n), pay(2n)], { provider })).submit()
    expect(await submitted.wait()).toMatchObject({
      status: 'failed',
      outcome: 'different',
      reason: 'Your wallet did this on another network. Check your activity there before you try again.',
    })
  })

  it.each<[string, () => readonly EvmCall[], () => readonly EvmCall[]]>([
    ['another amount', () => [pay(5n), pay(6n)], () => [pay(5n), pay(parseEther('7'))]],
    [
      'one of two that are the same',
      () => [pay(5n), pay(5n)],
      () => [pay(5n), { to: stack.accounts[2]!.address, value: 1n }],
    ],
    ['other data', () => [pay(5n), approve(7n)], () => [pay(5n), approve(8n)]],
  ])('of a smart account and did %s: not taken for what was asked', async (_, asked, made) => {
    await reallyDo([pay(1n), pay(1n)])
    const bench = setUp()
    let hash: string | undefined
    const provider = claiming(bench, () => (hash ? done([hash]) : { status: 100 }))
    const submitted = await (await bench.prepare(asked(), { provider })).submit()
    hash = await reallyDo(made())
    expect(await submitted.wait()).toMatchObject({ status: 'confirmed', outcome: 'unknown' })
  })

  it('of a smart account and names a stranger’s transaction that spells it: not believed', async () => {
    await reallyDo([pay(1n), pay(1n)])
    const list = [pay(5n), approve(7n)]
    const bench = setUp()
    let hash: string | undefined
    const provider = claiming(bench, () => (hash ? done([hash]) : { status: 100 }))
    const submitted = await (await bench.prepare(list, { provider })).submit()
    const words = list.flatMap(({ to, value = 0n, data = '0x' }): Hex[] => [
      to as Hex,
      numberToHex(value, { size: 32 }),
      data as Hex,
    ])
    hash = await stack.client.sendTransaction({
      ...{ account: stack.accounts[6]!.address, to: stack.accounts[7]!.address, chain: stack.chain },
      data: concat(words),
    })
    expect(await submitted.wait()).toMatchObject({ outcome: 'unknown', code: 'CALLS_BY_CONTRACT' })
  })

  it('of a smart account and did it with a token that answers “false”: not taken for a payment', async () => {
    const token = '0x00000000000000000000000000000000000011af'
    await stack.client.setCode({ address: token, bytecode: '0x5f5f5260205ff3' })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend(), 5n] })
    const list = [pay(5n), { to: token, data }] as const
    const decision = await (await (await upgraded().prepare(list)).submit()).wait()
    expect(decision).toMatchObject({ outcome: 'unknown', code: 'CALLS_BY_CONTRACT' })
  })

  it('of a plain account whose token answers “false”: not taken for a payment', async () => {
    const token = '0x00000000000000000000000000000000000011af'
    await stack.client.setCode({ address: token, bytecode: '0x5f5f5260205ff3' })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend(), 5n] })
    const bench = setUp()
    const hashes: Hex[] = []
    const list = [pay(5n), { to: token, data }] as const
    const provider = claiming(bench, () => (hashes.length === 2 ? done(hashes) : { status: 100 }))
    const submitted = await (await bench.prepare(list, { provider })).submit()
    for (const { to, ...call } of list) {
      const sent = { account: bench.account.address as Address, chain: stack.chain, to: to as Address }
      hashes.push(await stack.client.sendTransaction({ ...sent, ...call }))
    }
    expect(await submitted.wait()).toMatchObject({
      ...{ status: 'confirmed', outcome: 'unknown', code: 'CALLS_NOT_MOVED' },
      reason:
        'The transactions went through, but a token doesn’t say that anything moved. Look at the explorer before you try again.',
    })
  })

  it('of a smart account and did it: believed', async () => {
    await reallyDo([pay(1n), pay(1n)])
    const list = [pay(5n), pay(5n), approve(7n)]
    const bench = setUp()
    let hash: string | undefined
    const provider = claiming(bench, () => (hash ? done([hash]) : { status: 100 }))
    const submitted = await (await bench.prepare(list, { provider })).submit()
    hash = await reallyDo(list)
    expect(await submitted.wait()).toEqual({ status: 'confirmed', transactions: [hash] })
  })

  describe('of a Safe', () => {
    const safe: Address = '0x00000000000000000000000000000000000011b7'
    /** `MultiSendCallOnly` 1.4.1, as Safe's list of deployments has it. */
    const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
    const safeAbi = parseAbi([
      'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
      'function multiSend(bytes transactions)',
    ])
    /** What owners have a Safe do: a list of calls, all of them or none. */
    const executing = (list: readonly EvmCall[]): Hex => {
      const packed = list.map(({ to, value = 0n, data = '0x' }) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, to as Address, value, BigInt(size(data as Hex)), data as Hex],
        ),
      )
      const data = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args: [concat(packed)] })
      return encodeFunctionData({
        abi: safeAbi,
        functionName: 'execTransaction',
        args: [multiSend, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
      })
    }
    /** Asks for calls; an owner then sends others to the contract, which logs how they went. */
    async function judge(asked: readonly EvmCall[], made: readonly EvmCall[], event: string) {
      // Logs one event for any call, as a Safe before 1.4.1 does: hash and payment are data.
      const bytecode = concat(['0x7f', toEventSelector(`${event}(bytes32,uint256)`), '0x60406000a100'])
      await stack.client.setCode({ address: safe, bytecode })
      await stack.setBalance(safe, parseEther('1'))
      const bench = setUp()
      let hash: Hex | undefined
      const claims = claiming(bench, () => (hash ? done([hash]) : { status: 100 }))
      const provider = {
        ...claims,
        request: async (request: Request) =>
          request.method === 'eth_accounts' ? [safe] : claims.request(request),
      }
      const from = { ...bench.account, id: `${bench.networkId}:${safe}`, address: safe } as const
      const submitted = await (await bench.prepare(asked, { provider, from })).submit()
      const owner = stack.accounts[6]!.address
      hash = await stack.client.sendTransaction({
        ...{ account: owner, chain: stack.chain, to: safe, data: executing(made) },
      })
      return submitted.wait()
    }
    const list = () => [pay(5n), pay(6n)]

    it('that did what was asked: believed', async () => {
      const decision = await judge(list(), list(), 'ExecutionSuccess')
      expect(decision).toEqual({ status: 'confirmed', transactions: [expect.any(String)] })
    })

    it('that undid what was asked: told as failed, so that it can be tried again', async () => {
      const decision = await judge(list(), list(), 'ExecutionFailure')
      expect(decision).toMatchObject({ status: 'failed', code: 'TRANSACTION_REVERTED' })
      expect(decision.outcome).toBeUndefined()
    })

    it('that undid something else: what was asked may still be done, so it isn’t told as failed', async () => {
      const decision = await judge(list(), [pay(5n), pay(7n)], 'ExecutionFailure')
      expect(decision).toMatchObject({
        ...{ status: 'confirmed', outcome: 'unknown', code: 'CALLS_BY_CONTRACT' },
      })
    })
  })

  it('and uses one id for two: the second isn’t done by the first', async () => {
    const bench = setUp()
    let hash: string | undefined
    const provider = claiming(bench, () => (hash ? done([hash]) : { status: 100 }))
    const list = [pay(5n), approve(7n)]
    const first = await (await bench.prepare(list, { provider })).submit()
    hash = await reallyDo(list)
    expect(await first.wait()).toMatchObject({ status: 'confirmed' })
    const second = await (await bench.prepare(list, { provider })).submit()
    expect(second.id).toBe(first.id)
    expect(await second.wait()).toMatchObject({ status: 'failed', outcome: 'different' })
  })

  it.each([
    ['a status of no number', Number.NaN],
    ['a negative status', -200],
    ['a status of a later kind', 900],
    ['a status as text', '200'],
  ])('with %s: nothing is believed', async (_, status) => {
    const bench = setUp({}, { clock: fastClock() })
    const provider = claiming(bench, () => ({ ...done([]), status }))
    const submitted = await (await bench.prepare([pay(1n), pay(2n)], { provider })).submit()
    await expect(submitted.wait()).rejects.toMatchObject({ code: 'CALLS_WAIT_TIMEOUT' })
  })

  it.each<[string, unknown, string]>([
    ['for another network', { '0x1': { atomic: { status: 'supported' } } }, 'unsupported'],
    ['as a list', [], 'unsupported'],
    ['as a word of its own', { '0x7a69': { atomic: { status: 'sometimes' } } }, 'unsupported'],
    [
      'twice',
      { '0x7a69': { atomic: { status: 'unsupported' } }, '0x07a69': { atomic: { status: 'supported' } } },
      'unsupported',
    ],
    [
      'without end',
      Object.fromEntries(
        Array.from({ length: 20_000 }, (__, id) => [`0x${id.toString(16)}`, { atomic: { status: 'ready' } }]),
      ),
      'unsupported',
    ],
    [
      'for a chain that is no number',
      { '0xNaN': { atomic: { status: 'supported' } }, Infinity: {} },
      'unsupported',
    ],
    [
      'with what prototypes have',
      JSON.parse('{"0x7a69":{"__proto__":{"atomic":{"status":"supported"}}}}'),
      'unsupported',
    ],
  ])('says what it can %s: the least is believed', async (_, answer, atomic) => {
    const bench = setUp()
    const provider = {
      ...bench.provider,
      request: async (request: Request) =>
        request.method === 'wallet_getCapabilities' ? answer : bench.provider.request(request),
    }
    const { networkId, account } = bench
    expect((await bench.calls.support({ networkId, from: account, provider })).atomic).toBe(atomic)
    const required = bench.prepare([pay(1n), pay(2n)], { provider, atomic: 'required' })
    await expect(required).rejects.toMatchObject({ code: 'ATOMIC_UNAVAILABLE' })
  })
})

describe('calls beyond reason', () => {
  const precompile: Address = '0x0000000000000000000000000000000000000004'
  it.each<[string, string, () => readonly unknown[]]>([
    ['a thousand', 'CALLS_INVALID', () => Array(1_000).fill({ to: friend() })],
    ['one that makes a contract', 'CALLS_INVALID', () => [{ data: '0x600160015500' }]],
    [
      'one that makes a contract at no address',
      'CALLS_INVALID',
      () => [{ to: null, data: '0x600160015500' }],
    ],
    ['a value of 2^256', 'CALLS_INVALID', () => [{ to: friend(), value: 2n ** 256n }]],
    [
      'values that are 2^256 together',
      'INSUFFICIENT_FUNDS',
      () => Array(2).fill({ to: friend(), value: 2n ** 255n }),
    ],
    ['the largest value', 'INSUFFICIENT_FUNDS', () => [{ to: friend(), value: maxUint256 }]],
    [
      'data of more than a node takes',
      'CALLS_INVALID',
      () => [{ to: friend(), data: `0x${'ff'.repeat(131_072)}` }],
    ],
  ])('%s are refused', async (_, code, list) => {
    const { prepare, opened } = setUp()
    await expect(prepare(list() as readonly EvmCall[])).rejects.toMatchObject({ code })
    expect(opened()).toEqual([])
  })

  it('a precompile is called, with a warning', async () => {
    const prepared = await setUp().prepare([{ to: precompile, data: '0x1234' }])
    expect(prepared.notices.map(({ code }) => code)).toEqual(['CONTRACT_MISSING'])
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
  })

  it('data that just fits is sent, and followed after a reload', async () => {
    const bench = setUp()
    const { prepare, calls, networkId, account, provider } = bench
    const data: Hex = `0x${'ab'.repeat(120_000)}`
    for (const list of [
      [{ to: precompile, data }],
      [
        { to: friend(), value: 1n },
        { to: precompile, data },
      ],
    ]) {
      const submitted = await (await prepare(list)).submit()
      const decision = await submitted.wait()
      expect(decision.status).toBe('confirmed')
      const trail = (await submitted.trail)!
      expect(trail.length).toBeLessThanOrEqual(2_000)
      const question = { networkId, from: account.address, id: submitted.id, sentAt: 0, trail, provider }
      expect(await (await calls.follow!(question)).wait()).toMatchObject({ status: 'confirmed' })
    }
  })
})
