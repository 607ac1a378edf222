// What real transactions on a real chain look like afterwards; a server in between plays nodes with less to tell.
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { History, type HistoryPage, type HistoryRequest } from '@latchkey/kernel/contracts'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, parseEther, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emit, emitterCode, forgedTokenCode } from '../../../test/emitter.js'
import { answerJson, setUpCapabilities, startServer, type TestServer } from '../../../test/support.js'
import { transferBatchTopic, transferSingleTopic, transferTopic } from './topics.js'

/** Seconds. */
const day = 86_400
const emitter = '0x00000000000000000000000000000000000e3177'
let stack: EvmStack
let snapshot: Hex | undefined
beforeAll(async () => {
  stack = await startEvm()
  await stack.client.setCode({ address: emitter, bytecode: emitterCode('Painted cats') })
}, 120_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
}, 60_000)

const signerOf = (index: number) => privateKeyToAccount(stack.accounts[index]!.privateKey)
const addressOf = (index: number) => stack.accounts[index]!.address

async function transact(
  from: number,
  to: Hex | null,
  { value = 0n, data = '0x' as Hex, gas = 500_000n } = {},
) {
  const hash = await stack.client.sendTransaction({
    account: signerOf(from),
    to,
    value,
    data,
    gas,
    chain: stack.chain,
  })
  await stack.client.waitForTransactionReceipt({ hash })
  return hash
}
const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

const setUp = (rpcUrl = stack.url, days?: number) =>
  setUpCapabilities([stack], {
    rpcUrls: { [stack.chainId]: rpcUrl },
    ...(days === undefined ? {} : { options: { history: { days } } }),
  })
type Bench = ReturnType<typeof setUp>
const read = (bench: Bench, request: Partial<HistoryRequest> = {}): Promise<HistoryPage> =>
  bench.get(History).read({ networkId: bench.networkId, address: bench.account.address, ...request })
/** The account's own transactions since the test began, newest first. */
const recent = async (bench: Bench, index = 0) =>
  (await read(bench, { address: addressOf(index), limit: 50 })).transactions

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node that answers some calls itself. */
const startLesserNode = (lesser: (call: Call) => { code: number; message: string } | undefined) =>
  startServer(async (body, response) => {
    const calls = (Array.isArray(body) ? body : [body]) as Call[]
    const answers = await Promise.all(
      calls.map(async (call) => {
        const error = lesser(call)
        if (error) return { jsonrpc: '2.0', id: call.id, error }
        const answer = await fetch(stack.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', ...call }),
        })
        return answer.json()
      }),
    )
    answerJson(response, Array.isArray(body) ? answers : answers[0])
  })

describe('what an account did', () => {
  it('sends and receives of the coin, seen from both sides, with time and fee', async () => {
    const hash = await transact(0, addressOf(5), { value: parseEther('1.5') })
    const { timestamp } = await stack.client.getBlock()
    const receipt = await stack.client.getTransactionReceipt({ hash })
    const amount = { value: parseEther('1.5'), decimals: 18, symbol: 'ETH' }
    const ends = { from: addressOf(0), to: addressOf(5) }
    const shared = {
      id: hash,
      networkId: 'eip155:31337',
      status: 'confirmed',
      minedAt: Number(timestamp) * 1_000,
      ...ends,
    }
    const [sent] = await recent(setUp())
    expect(sent).toEqual({
      ...shared,
      operation: 'send',
      fee: { ...amount, value: receipt.gasUsed * receipt.effectiveGasPrice },
      transfers: [{ direction: 'out', amount, name: 'Ether', ...ends }],
    })
    const [received] = await recent(setUp(), 5)
    expect(received).toEqual({
      ...shared,
      operation: 'receive',
      transfers: [{ direction: 'in', amount, name: 'Ether', ...ends }],
    })
  })

  it('sends of tokens, one that returns nothing included, with the names their contracts tell', async () => {
    const { usd, legacy } = stack.tokens
    await transact(0, usd.address, { data: transfer(addressOf(5), 2_500_000n) })
    await transact(0, legacy.address, { data: transfer(addressOf(5), 1n) })
    const [second, first] = await recent(setUp())
    expect(first).toMatchObject({
      operation: 'send',
      transfers: [
        {
          direction: 'out',
          amount: { value: 2_500_000n, decimals: 6, symbol: 'LUSD' },
          asset: usd.address,
          name: 'Local USD',
        },
      ],
    })
    expect(second?.transfers).toMatchObject([{ amount: { value: 1n, symbol: 'LEGD' } }])
    expect((await recent(setUp(), 5)).slice(0, 2)).toMatchObject([
      { operation: 'receive', transfers: [{ direction: 'in', amount: { symbol: 'LEGD' } }] },
      { operation: 'receive', transfers: [{ direction: 'in', amount: { symbol: 'LUSD' } }] },
    ])
  })

  it('collectibles of both standards, in and out, several in one', async () => {
    const [me, other] = [addressOf(0), addressOf(5)]
    await transact(5, emitter, { data: emit([transferTopic, zeroAddress, me, '0x2a']) })
    const one = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, 3n])
    await transact(0, emitter, { data: emit([transferSingleTopic, me, me, other], one) })
    const many = encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [
        [1n, 2n],
        [10n, 20n],
      ],
    )
    await transact(5, emitter, { data: emit([transferBatchTopic, other, other, me], many) })
    const [batch, single, minted] = await recent(setUp())
    expect(minted).toMatchObject({
      operation: 'mint',
      transfers: [
        {
          direction: 'in',
          amount: { value: 1n, decimals: 0 },
          name: 'Painted cats',
          collectible: { id: '42' },
        },
      ],
    })
    expect(single).toMatchObject({
      operation: 'send',
      transfers: [{ direction: 'out', amount: { value: 3n }, collectible: { id: '7' } }],
    })
    expect(batch?.transfers).toMatchObject([
      { direction: 'in', amount: { value: 10n }, collectible: { id: '1' } },
      { direction: 'in', amount: { value: 20n }, collectible: { id: '2' } },
    ])
  })

  it('approvals, deployments, calls and what failed', async () => {
    const { usd } = stack.tokens
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [addressOf(5), 1n],
    })
    await transact(0, usd.address, { data: approve })
    await transact(0, null, { data: '0x6000600060006000' })
    await transact(0, addressOf(5), { data: '0x12345678' })
    await transact(0, usd.address, { data: transfer(addressOf(5), 10n ** 30n) })
    await transact(0, addressOf(0), { value: 1n })
    const found = await recent(setUp())
    expect(found.slice(0, 5).map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'send confirmed',
      'send failed',
      'execute confirmed',
      'deploy confirmed',
      'approve confirmed',
    ])
    expect(found[0]?.transfers).toMatchObject([{ direction: 'self' }])
    expect(found[1]?.transfers).toEqual([])
    expect(found[3]?.to).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  it('an empty transaction to itself is a cancel, and one that sets the account’s own code is none', async () => {
    await transact(0, addressOf(0))
    await transact(0, addressOf(5))
    await transact(0, addressOf(0), { data: '0x12' })
    const account = signerOf(0)
    const authorization = await stack.client.signAuthorization({
      account,
      contractAddress: emitter,
      executor: 'self',
    })
    const hash = await stack.client.sendTransaction({
      ...{ account, to: account.address, authorizationList: [authorization], gas: 500_000n },
      chain: stack.chain,
    })
    await stack.client.waitForTransactionReceipt({ hash })
    const found = await recent(setUp())
    expect(found.slice(0, 4).map(({ operation }) => operation)).toEqual([
      'execute',
      'execute',
      'execute',
      'cancel',
    ])
    expect(found[0]?.id).toBe(hash)
    expect(found[3]).toMatchObject({ status: 'confirmed', transfers: [] })
  })

  it('several transactions of one block, newest first', async () => {
    await stack.client.setAutomine(false)
    const nonce = await stack.client.getTransactionCount({ address: addressOf(0) })
    const shared = { account: signerOf(0), to: addressOf(5), gas: 21_000n, chain: stack.chain }
    const hashes: Hex[] = []
    for (const index of [0, 1, 2]) {
      hashes.push(await stack.client.sendTransaction({ ...shared, nonce: nonce + index, value: 1n }))
    }
    await stack.mine()
    await stack.client.setAutomine(true)
    expect((await recent(setUp())).slice(0, 3).map(({ id }) => id)).toEqual(hashes.reverse())
  })
})

describe('what others write into the history', () => {
  it('leaves out transfers of nothing, which only plant an address to be copied by mistake', async () => {
    const nothing = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [addressOf(0), addressOf(6), 0n],
    })
    const planted = await transact(6, stack.tokens.usd.address, { data: nothing })
    const { logs } = await stack.client.getTransactionReceipt({ hash: planted })
    expect(logs).toHaveLength(1)
    expect((await recent(setUp())).map(({ id }) => id)).not.toContain(planted)
  })

  it.each<[string, (me: Hex, other: Hex) => Promise<Hex>]>([
    [
      'a token that logs a transfer which never was',
      async (me, other) => {
        const forged = '0x00000000000000000000000000000000f0e6ed00'
        await stack.client.setCode({ address: forged, bytecode: forgedTokenCode })
        const amount = encodeAbiParameters([{ type: 'uint256' }], [parseEther('5')])
        return transact(6, forged, { data: emit([transferTopic, me, other], amount) })
      },
    ],
    [
      'a collectible that logs a transfer which never was',
      (me, other) => transact(6, emitter, { data: emit([transferTopic, me, other, '0x2a']) }),
    ],
    [
      'several collectibles, and one that comes back to look like a trade',
      (me, other) => {
        const some = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, 3n])
        return transact(6, emitter, { data: emit([transferSingleTopic, other, me, me], some) })
      },
    ],
    [
      'somebody who was allowed to take it',
      async (me, other) => {
        const { address } = stack.tokens.usd
        const approve = { abi: erc20Abi, functionName: 'approve', args: [addressOf(6), 5n] } as const
        await transact(0, address, { data: encodeFunctionData(approve) })
        const take = { abi: erc20Abi, functionName: 'transferFrom', args: [me, other, 5n] } as const
        return transact(6, address, { data: encodeFunctionData(take) })
      },
    ],
  ])('never tells of a send by the account where %s', async (_, write) => {
    const [me, lookalike] = [
      addressOf(0),
      `0x${addressOf(5).slice(2, 8)}${'0'.repeat(28)}${addressOf(5).slice(-6)}`.toLowerCase(),
    ]
    const id = await write(me, lookalike as Hex)
    const found = (await recent(setUp())).find((record) => record.id === id)
    expect(found).toMatchObject({ isMadeByOther: true, operation: 'execute', from: addressOf(6) })
    expect(found?.transfers[0]?.direction).not.toBe('in')
    expect(found?.fee).toBeUndefined()
    const own = await recent(setUp(), 6)
    expect(own.filter(({ isMadeByOther }) => isMadeByOther)).toEqual([])
  })

  it('leaves out logs that do not have the form of their standard', async () => {
    const me = addressOf(0)
    const broken = await transact(6, emitter, { data: emit([transferBatchTopic, me, me, me], '0xff') })
    const odd = await transact(6, emitter, { data: emit([transferTopic, me, me, '0x01'], '0x01') })
    const { transactions } = await read(setUp(), { limit: 50 })
    expect(transactions.map(({ id }) => id).filter((id) => id === broken || id === odd)).toEqual([])
  })

  it('keeps names of contracts to one line of visible text', async () => {
    const hostile = '0x00000000000000000000000000000000000bad11'
    const text = `<img src=x>\u202e\n\u0000${'A'.repeat(500)}`
    await stack.client.setCode({ address: hostile, bytecode: emitterCode(text) })
    await transact(6, hostile, { data: emit([transferTopic, zeroAddress, addressOf(0), '0x01']) })
    const [found] = await recent(setUp())
    expect(found?.transfers[0]?.name).toBe(`<img src=x> ${'A'.repeat(52)}`)
  })
})

describe('pages', () => {
  it('go back to the first block without a gap or a repeat', async () => {
    const hashes: Hex[] = []
    for (const value of [1n, 2n, 3n, 4n, 5n, 6n, 7n]) {
      hashes.unshift(await transact(0, addressOf(5), { value }))
    }
    const bench = setUp()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await read(bench, { limit: 3, ...(cursor ? { cursor } : {}) })
      if (page.next === undefined) expect(page.searched).toBeUndefined()
      seen.push(...page.transactions.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen.slice(0, 7)).toEqual(hashes)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual((await read(bench, { limit: 50 })).transactions.map(({ id }) => id))
  })

  it('end with the window of the host, and say which block and when', async () => {
    await transact(0, addressOf(5), { value: 1n })
    await stack.client.mine({ blocks: 20, interval: day })
    await transact(0, addressOf(5), { value: 2n })
    const page = await read(setUp(stack.url, 10))
    expect(page.transactions.map(({ transfers }) => transfers[0]?.amount.value)).toEqual([2n])
    const { fromBlock = 0n, since = 0 } = page.searched ?? {}
    const [first, newest] = [
      await stack.client.getBlock({ blockNumber: fromBlock }),
      await stack.client.getBlock(),
    ]
    expect(since).toBe(Number(first.timestamp) * 1_000)
    const length = Number(newest.timestamp - first.timestamp)
    expect(length).toBeGreaterThanOrEqual(10 * day)
    expect(length).toBeLessThanOrEqual(11 * day)
    expect(page.gaps).toEqual([
      {
        code: 'INTERNAL_TRANSFERS_UNSEEN',
        message: 'Some contract payouts may not appear here. Your balance has them.',
      },
    ])
    expect(page.next).toBeUndefined()
  })

  it('refuse a cursor and an address that are none', async () => {
    await expect(read(setUp(), { cursor: 'x' })).rejects.toMatchObject({ code: 'HISTORY_CURSOR_INVALID' })
    await expect(read(setUp(), { address: 'x' })).rejects.toMatchObject({ code: 'ADDRESS_INVALID' })
  })

  it('cost a few requests, however many blocks are empty', async () => {
    await stack.mine(250)
    const proxy = await startLesserNode(() => undefined)
    await transact(0, addressOf(5), { value: 1n })
    await stack.mine(250)
    const bench = setUp(proxy.url)
    const { transactions } = await read(bench, { limit: 5 })
    expect(transactions.length).toBeGreaterThanOrEqual(1)
    // One for each halving of all blocks, and those before and after.
    const first = proxy.bodies.length
    expect(first).toBeLessThan(24)
    await read(bench, { limit: 5 })
    // Where the window begins is known by then.
    expect(proxy.bodies.length - first).toBeLessThan(first)
    await proxy.stop()
  })
})

describe('nodes with less to tell', () => {
  let node: TestServer | undefined
  beforeEach(() => () => node?.stop())

  it.each([
    ['a range', { code: -32602, message: 'query exceeds max block range 10' }],
    ['a number of logs', { code: -32000, message: 'query returned more than 10000 results' }],
  ])(
    'that refuse %s are asked for less, and everything is found',
    async (_, error) => {
      await transact(0, stack.tokens.usd.address, { data: transfer(addressOf(5), 1n) })
      await stack.mine(60)
      await transact(0, stack.tokens.gold.address, { data: transfer(addressOf(5), 1n) })
      node = await startLesserNode(({ method, params }) => {
        const [range] = params as [{ fromBlock: Hex; toBlock: Hex }]
        return method === 'eth_getLogs' && BigInt(range.toBlock) - BigInt(range.fromBlock) > 10n
          ? error
          : undefined
      })
      const bench = setUp(node.url)
      const symbols: (string | undefined)[] = []
      let cursor: string | undefined
      do {
        const page = await read(bench, { limit: 2, ...(cursor ? { cursor } : {}) })
        symbols.push(...page.transactions.map(({ transfers }) => transfers[0]?.amount.symbol))
        cursor = page.next
      } while (cursor !== undefined)
      expect(symbols.slice(0, 2)).toEqual(['LGLD', 'LUSD'])
    },
    60_000,
  )

  it('that forgot old states tell the coin of the newest blocks, and say so', async () => {
    await transact(0, addressOf(5), { value: 1n })
    await transact(0, stack.tokens.usd.address, { data: transfer(addressOf(5), 1n) })
    await stack.mine(300)
    await transact(0, addressOf(5), { value: 2n })
    const head = await stack.client.getBlockNumber()
    node = await startLesserNode(({ method, params }) => {
      const isState = method === 'eth_getBalance' || method === 'eth_getTransactionCount'
      const isOld = isState && BigInt(params[1] as Hex) < head - 127n
      return isOld ? { code: -32000, message: 'missing trie node 0badc0de' } : undefined
    })
    const page = await read(setUp(node.url))
    const [newest, token] = page.transactions
    expect(newest?.transfers).toMatchObject([{ amount: { value: 2n, symbol: 'ETH' } }])
    expect(token?.transfers).toMatchObject([{ amount: { symbol: 'LUSD' } }])
    const { timestamp } = await stack.client.getBlock({ blockNumber: head - 120n })
    expect(page.searched?.coin).toEqual({ fromBlock: head - 120n, since: Number(timestamp) * 1_000 })
    expect(page.searched?.fromBlock).toBe(0n)
  })

  it('that cannot be reached, or answer nonsense, are an error and no empty history', async () => {
    await expect(read(setUp('http://127.0.0.1:1'))).rejects.toMatchObject({ code: 'HTTP_UNREACHABLE' })
    node = await startServer((body, response) => {
      const [first] = (Array.isArray(body) ? body : [body]) as Call[]
      answerJson(response, { jsonrpc: '2.0', id: first?.id, result: { surprise: true } })
    })
    await expect(read(setUp(node.url))).rejects.toMatchObject({ code: 'INVALID_DATA' })
  }, 60_000)

  it('stops when it is told to', async () => {
    const controller = new AbortController()
    const reading = read(setUp(), { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
  })
})
