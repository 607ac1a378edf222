// Real approvals of real contracts on a local chain, taken back as the list says; a server in between plays the nodes that lie.
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { Allowances, type AllowancesAnswer, type StandingAllowance } from '@latchkey/kernel/contracts'
import {
  type Abi,
  type Address,
  createWalletClient,
  encodeAbiParameters,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  maxUint256,
  toEventSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { artifacts } from '../../../../../devstack/src/evm/artifacts.js'
import { deployCollections } from '../../../test/collectibles.js'
import { answerJson, setUpCapabilities, startServer } from '../../../test/support.js'
import { EvmCalls } from '../../calls.js'
import { permit2 } from './findApprovals.js'
import { collectionAbi } from './readStanding.js'

let stack: EvmStack
let collections: Awaited<ReturnType<typeof deployCollections>>
beforeAll(async () => {
  stack = await startEvm()
  collections = await deployCollections(stack, 'data:,')
  await collections.mint(alice(), 7n, 'data:,')
  // The code of Permit2 at the address that it has everywhere.
  await stack.client.setCode({ address: permit2, bytecode: artifacts.permit2.bytecode })
})
afterAll(() => stack?.stop())

let bench: ReturnType<typeof setUpCapabilities>
let snapshot: Hex | undefined
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
  bench = setUpCapabilities([stack])
})

const alice = () => stack.accounts[0]!.address
const bob = () => stack.accounts[1]!.address
const carol = () => stack.accounts[2]!.address

const clientOf = (index: number) =>
  createWalletClient({
    account: privateKeyToAccount(stack.accounts[index]!.privateKey),
    chain: stack.chain,
    transport: http(stack.url),
  })

async function write(address: Address, abi: Abi, functionName: string, args: readonly unknown[], index = 0) {
  const hash = await clientOf(index).writeContract({ address, abi, functionName, args: [...args] })
  await stack.client.waitForTransactionReceipt({ hash })
}
const approve = (token: Address, spender: Address, amount: bigint) =>
  write(token, erc20Abi as Abi, 'approve', [spender, amount])

const allowances = (from = bench) =>
  from.get(Allowances).read({ networkId: from.networkId, address: alice() })
const shapes = ({ allowances: list }: AllowancesAnswer) =>
  list.map(({ token, spender, amount, atRisk }) => [token.symbol, spender, amount, atRisk?.value])

/** Has the wallet do what the list says takes it back. */
async function revoke(chosen: readonly StandingAllowance[]) {
  const { networkId, account, provider } = bench
  const calls = chosen.flatMap(({ revoke: own }) => own) as never[]
  const prepared = await bench.get(EvmCalls).prepare({ networkId, from: account, provider, calls })
  const decision = await (await prepared.submit()).wait()
  expect(decision.status).toBe('confirmed')
  return prepared
}

describe('allowances of tokens', () => {
  it('are those that stand now, newest first, with what could be moved', async () => {
    const { usd, gold } = stack.tokens
    await approve(usd.address, bob(), 5_000_000n)
    await approve(gold.address, bob(), maxUint256)
    await approve(usd.address, carol(), 1n)
    await approve(usd.address, carol(), 0n)
    const answer = await allowances()
    const held = await stack.tokenBalanceOf(gold.address, alice())
    expect(shapes(answer)).toEqual([
      [gold.symbol, bob(), 'unlimited', held],
      [usd.symbol, bob(), 5_000_000n, 5_000_000n],
    ])
    expect(answer).toMatchObject({ gaps: [] })
    expect(answer.searched).toBeUndefined()
  })

  it('shrink as they are used, and are no more than what is held', async () => {
    const { usd } = stack.tokens
    await approve(usd.address, bob(), 9n)
    await write(usd.address, erc20Abi as Abi, 'transferFrom', [alice(), bob(), 4n], 1)
    expect(shapes(await allowances())).toEqual([[usd.symbol, bob(), 5n, 5n]])
    const held = await stack.tokenBalanceOf(usd.address, alice())
    await write(usd.address, erc20Abi as Abi, 'transfer', [carol(), held - 2n])
    expect(shapes(await allowances())).toEqual([[usd.symbol, bob(), 5n, 2n]])
  })

  it.each(['usd', 'legacy'] as const)('of %s are taken back, and 0 on the node', async (name) => {
    const token = stack.tokens[name]
    await approve(token.address, bob(), 3n)
    const { allowances: list } = await allowances()
    const prepared = await revoke(list)
    expect(prepared.allowances).toMatchObject([{ spender: bob(), amount: 0n, previous: 3n }])
    const left = await stack.client.readContract({
      ...{ address: token.address, abi: erc20Abi, functionName: 'allowance' as const },
      args: [alice(), bob()],
    })
    expect(left).toBe(0n)
    expect((await allowances()).allowances).toEqual([])
  })

  it('are taken back together, and of others nothing is told', async () => {
    const { usd, gold } = stack.tokens
    await approve(usd.address, bob(), 3n)
    await approve(gold.address, carol(), 4n)
    await write(usd.address, erc20Abi as Abi, 'approve', [alice(), 8n], 1)
    const { allowances: list } = await allowances()
    expect(list).toHaveLength(2)
    await revoke(list)
    expect((await allowances()).allowances).toEqual([])
  })
})

it('allowances that Permit2 keeps are told with it and their end, and taken back there', async () => {
  const { usd } = stack.tokens
  const keep = (spender: Address, amount: bigint, expiration: number) =>
    write(permit2, artifacts.permit2.abi, 'approve', [usd.address, spender, amount, expiration])
  const soon = Number((await stack.client.getBlock()).timestamp) + 100_000
  await keep(carol(), 10n, Number((await stack.client.getBlock()).timestamp) + 1)
  await keep(bob(), 2n ** 160n - 1n, soon)
  await approve(usd.address, permit2, 6n)
  await stack.client.setNextBlockTimestamp({ timestamp: BigInt(soon - 50_000) })
  await stack.mine()
  const later = setUpCapabilities([stack], {
    clock: {
      now: () => (soon - 50_000) * 1_000,
      setTimeout,
      clearTimeout: (id) => clearTimeout(id as never),
    },
  })
  const { allowances: list } = await allowances(later)
  expect(list).toMatchObject([
    { spender: permit2, amount: 6n },
    {
      spender: bob(),
      amount: 'unlimited',
      atRisk: { value: 6n },
      expiresAt: soon * 1_000,
      keeper: { address: permit2, name: 'Permit2' },
    },
  ])
  await revoke(list.filter(({ keeper }) => keeper))
  expect((await allowances(later)).allowances).toMatchObject([{ spender: permit2 }])
})

it('the clock of the device ends no allowance of Permit2', async () => {
  const { usd } = stack.tokens
  const end = Number((await stack.client.getBlock()).timestamp) + 1_000
  await write(permit2, artifacts.permit2.abi, 'approve', [usd.address, bob(), 4n, end])
  const clock = { now: () => (end + 5_000) * 1_000, setTimeout, clearTimeout: clearTimeout as never }
  const ahead = setUpCapabilities([stack], { clock })
  const { allowances: list } = await allowances(ahead)
  expect(list).toMatchObject([{ spender: bob(), amount: 4n, expiresAt: end * 1_000 }])
})

/** Code of a collection with one right over all of it: it logs who was given it, and answers 1 while it stands. */
const collectionCode: Hex = `0x60003560e01c63a22cb46514601a5760005460005260206000f35b6024358060005560005260043533${`7f${toEventSelector('ApprovalForAll(address,address,bool)').slice(2)}`}60206000a300`

it('collectibles are told by item and by collection, and taken back', async () => {
  const { art } = collections
  const whole = getAddress(`0x${'c011'.padStart(40, '0')}`)
  await stack.client.setCode({ address: whole, bytecode: collectionCode })
  await write(art, artifacts.localCollectible.abi, 'approve', [bob(), 7n])
  await write(whole, collectionAbi, 'setApprovalForAll', [carol(), true])
  const { allowances: list } = await allowances()
  expect(list).toMatchObject([
    {
      token: { address: whole },
      spender: carol(),
      collectible: {},
      amount: 'unlimited',
      atRisk: { value: 1n },
    },
    { token: { address: art, symbol: 'ART' }, spender: bob(), collectible: { id: '7' }, amount: 1n },
  ])
  // Names are one plain line, whatever the contract says.
  expect(
    JSON.stringify(list, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toMatch(/\u202e/)
  await revoke(list)
  expect((await allowances()).allowances).toEqual([])
})

/** Logs an approval of somebody, and answers every question by the same bytes: none, an endless text, or all gas burnt. */
const hostile = (answer: string): Hex => `0x${answer}`
const approval = toEventSelector('Approval(address,address,uint256)')

/** Code that answers 32 bytes of a number to everything. */
const says = (word: bigint): Hex => hostile(`7f${word.toString(16).padStart(64, '0')}60005260206000f3`)

describe('hostile contracts and nodes', () => {
  /** A node that adds logs of its own to the true ones. */
  async function lying(
    change: (logs: readonly unknown[], filter: Record<string, string>) => unknown,
    breaksOn: (call: { readonly to?: string; readonly data?: string }) => boolean = () => false,
  ) {
    const server = await startServer(async (body, response) => {
      const calls = (Array.isArray(body) ? body : [body]) as { method: string; params: never[] }[]
      if (calls.some(({ method, params }) => method === 'eth_call' && breaksOn(params[0]!))) {
        response.destroy()
        return
      }
      const answer = await fetch(stack.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const told = (await answer.json()) as unknown
      const asked = (Array.isArray(body) ? body : [body]) as { id: number; method: string; params: never[] }[]
      const changeOne = (one: { id: number; result?: unknown }) => {
        const question = asked.find(({ id }) => id === one.id)
        if (question?.method !== 'eth_getLogs') return one
        const result = change(one.result as readonly unknown[], question.params[0] as never)
        return result instanceof Error
          ? { id: one.id, jsonrpc: '2.0', error: { code: -32005, message: result.message } }
          : { ...one, result }
      }
      answerJson(response, Array.isArray(told) ? told.map(changeOne) : changeOne(told as never))
    })
    const own = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: server.url } })
    return { own, server }
  }
  const topicOf = (address: string) => encodeAbiParameters([{ type: 'address' }], [address as Address])
  const log = (contract: string, spender: string, over: Record<string, unknown> = {}) => ({
    address: contract,
    topics: [approval, topicOf(alice()), topicOf(spender)],
    data: `0x${'f'.repeat(64)}`,
    blockNumber: '0x1',
    transactionHash: `0x${'1'.repeat(64)}`,
    transactionIndex: '0x0',
    logIndex: '0x0',
    blockHash: `0x${'2'.repeat(64)}`,
    ...over,
  })

  it('that burn all gas or refuse hide nothing of what stands beside them', async () => {
    const { usd } = stack.tokens
    await approve(usd.address, bob(), 3n)
    const contracts = Array.from(
      { length: 6 },
      (_, index) => `0x${(0xb00 + index).toString(16).padStart(40, '0')}` as Address,
    )
    // INVALID takes all the gas that the call was given.
    for (const address of contracts) await stack.client.setCode({ address, bytecode: '0xfe' })
    const { own, server } = await lying((logs) => [...contracts.map((one) => log(one, bob())), ...logs])
    expect(shapes(await allowances(own))).toEqual([[usd.symbol, bob(), 3n, 3n]])
    await server.stop()
  })

  it('with absurd decimals and endless names are shown by what can be read', async () => {
    const [address] = [`0x${'c0de'.padStart(40, '0')}` as Address]
    await stack.client.setCode({ address, bytecode: says(2n ** 255n) })
    const { own, server } = await lying(() => [log(address, bob())])
    const { allowances: list } = await allowances(own)
    expect(list).toMatchObject([
      { amount: 'unlimited', token: { address: getAddress(address), decimals: 0 } },
    ])
    expect(list[0]!.token.symbol.length).toBeLessThanOrEqual(64)
    await server.stop()
  })

  it.each([
    [
      'of another account',
      () => log(stack.tokens.usd.address, bob(), { topics: [approval, topicOf(bob()), topicOf(carol())] }),
    ],
    [
      'without a spender',
      () => log(stack.tokens.usd.address, bob(), { topics: [approval, topicOf(alice())] }),
    ],
    ['that was removed', () => log(stack.tokens.usd.address, bob(), { removed: true })],
    ['of an address without code', () => log(`0x${'9'.repeat(40)}`, bob())],
    [
      'of an item that is not there',
      () =>
        log(collections.art, bob(), {
          topics: [approval, topicOf(alice()), topicOf(bob()), `0x${'0'.repeat(63)}9`],
        }),
    ],
    ['with three topics of a collection', () => log(collections.art, bob())],
  ])('a log %s shows nothing', async (_, made) => {
    const { own, server } = await lying((logs) => [...logs, made()])
    const answer = await allowances(own)
    expect(answer.allowances).toEqual([])
    await server.stop()
  })

  const spam = (length: number, by: number) =>
    Array.from({ length }, (_, index) =>
      log(
        `0x${((index % by) + 1).toString(16).padStart(40, 'a')}`,
        getAddress(`0x${(index + 1).toString(16).padStart(40, 'b')}`),
      ),
    )

  it.each([
    ['many contracts', 500],
    ['few contracts', 5],
  ])('logs of %s hide no approval that is older', async (_, contracts) => {
    const { usd } = stack.tokens
    await approve(usd.address, bob(), 3n)
    const { own, server } = await lying((logs) => [...logs, ...spam(500, contracts)])
    const answer = await allowances(own)
    expect(shapes(answer)).toEqual([[usd.symbol, bob(), 3n, 3n]])
    expect(answer.gaps).toEqual([])
    await server.stop()
  })

  it('a contract that says that everything stands fills no more than its part', async () => {
    const { usd } = stack.tokens
    await approve(usd.address, bob(), 3n)
    const address: Address = `0x${'1'.padStart(40, 'a')}`
    await stack.client.setCode({ address, bytecode: says(7n) })
    const { own, server } = await lying((logs) => [...logs, ...spam(500, 1)])
    const answer = await allowances(own)
    expect(answer.allowances).toHaveLength(21)
    expect(answer.allowances.at(-1)).toMatchObject({ token: { symbol: usd.symbol }, spender: bob() })
    expect(answer.gaps.map(({ code }) => code)).toEqual(['APPROVALS_LEFT_OUT'])
    await server.stop()
  })

  it('400 made-up tokens that say they are approved hide no old approval of one that is held', async () => {
    const { usd, gold } = stack.tokens
    await approve(usd.address, bob(), 3n)
    await approve(gold.address, bob(), 4n)
    const made = Array.from(
      { length: 420 },
      (_, index): Address => `0x${(0xfa4e0000 + index).toString(16).padStart(40, '0')}`,
    )
    for (const address of made) await stack.client.setCode({ address, bytecode: says(7n) })
    // Nodes return the oldest first.
    const { own, server } = await lying((logs) => [...logs, ...made.map((one) => log(one, carol()))])
    const read = (tokens: readonly string[]) =>
      own.get(Allowances).read({ networkId: own.networkId, address: alice(), tokens })
    const { allowances: list, gaps } = await read([usd.address.toLowerCase()])
    expect(list).toHaveLength(400)
    expect(list.at(-1)).toMatchObject({ token: { symbol: usd.symbol }, spender: bob(), amount: 3n })
    expect(list.filter(({ token }) => token.address === gold.address)).toEqual([])
    expect(gaps.map(({ code }) => code)).toEqual(['APPROVALS_LEFT_OUT'])
    await server.stop()
  })

  it('a contract with more than 20 approvals leaves no doubt about one that is asked for by name', async () => {
    const { usd } = stack.tokens
    await approve(usd.address, bob(), 3n)
    const crowded = `0x${'abcd'.padStart(40, '0')}` as Address
    await stack.client.setCode({ address: crowded, bytecode: says(1n) })
    const spenders = Array.from(
      { length: 60 },
      (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`,
    )
    const { own, server } = await lying((logs) => [
      ...logs,
      ...spenders.map((spender) => log(crowded, spender)),
    ])
    const whole = await allowances(own)
    expect(whole.gaps).toMatchObject([{ code: 'APPROVALS_LEFT_OUT' }])
    const ids = whole.allowances.filter(({ token }) => token.address === usd.address).map(({ id }) => id)
    const named = () => own.get(Allowances).read({ networkId: own.networkId, address: alice(), ids })
    expect(await named()).toMatchObject({ allowances: [{ id: ids[0], amount: 3n }], gaps: [] })
    await approve(usd.address, bob(), 0n)
    expect(await named()).toEqual({ allowances: [], gaps: [] })
    const odd = { networkId: own.networkId, address: alice(), ids: ['token 0x1 0x2', 'item', ''] }
    expect(await own.get(Allowances).read(odd)).toMatchObject({ gaps: [{ code: 'APPROVALS_LEFT_OUT' }] })
    await server.stop()
  })

  it('ten thousand logs are cut, and said to be', async () => {
    const { own, server } = await lying(() => spam(10_000, 10_000))
    const answer = await allowances(own)
    expect(answer.gaps.map(({ code }) => code)).toEqual(['APPROVALS_LEFT_OUT'])
    await server.stop()
  })

  it.each([
    ['symbol', '0x95d89b41', 'APPROVAL_TOKENS_UNREAD', [7n, 7n]],
    ['allowance', '0xdd62ed3e', 'APPROVALS_UNREAD', undefined],
    ['balanceOf', '0x70a08231', undefined, [7n, undefined]],
  ])('a contract on whose %s every node breaks takes nothing else away', async (_, selector, gap, own) => {
    const { usd } = stack.tokens
    await approve(usd.address, bob(), 3n)
    const address: Address = `0x${'dead'.padStart(40, '0')}`
    await stack.client.setCode({ address, bytecode: says(7n) })
    const { own: bench, server } = await lying(
      (logs) => [...logs, log(address, carol())],
      // Also where it stands within a call of several.
      ({ to = '', data = '' }) =>
        [address, selector].every((part) => `${to}${data}`.toLowerCase().includes(part.slice(2))),
    )
    const answer = await allowances(bench)
    const told = answer.allowances.map(({ spender, amount, atRisk }) => [spender, amount, atRisk?.value])
    expect(told).toEqual([...(own ? [[carol(), ...own]] : []), [bob(), 3n, 3n]])
    expect(answer.gaps.map(({ code }) => code)).toEqual(gap === undefined ? [] : [gap])
    await server.stop()
  })

  it('a node that answers for few blocks is asked in parts, and the rest is said to be missing', async () => {
    await stack.mine(500)
    const { own, server } = await lying((logs, { fromBlock, toBlock }) =>
      Number(toBlock) - Number(fromBlock) >= 4 ? new Error('query exceeds max block range') : logs,
    )
    const answer = await allowances(own)
    expect(Number(answer.searched?.fromBlock)).toBeGreaterThan(0)
    expect(answer.searched?.since).toBeGreaterThan(0)
    await server.stop()
  })

  it('a node that leaves logs out shows less, never more', async () => {
    await approve(stack.tokens.usd.address, bob(), 3n)
    const { own, server } = await lying(() => [])
    expect((await allowances(own)).allowances).toEqual([])
    await server.stop()
  })

  it('a node that answers rubbish is an error with a code', async () => {
    const { own, server } = await lying(() => [{ address: 7 }])
    await expect(allowances(own)).rejects.toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) })
    await server.stop()
  })
})
