// Real sends on a real chain, read back as history.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import {
  History,
  type HistoryPage,
  type HistoryRequest,
  Send,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import { decodeBase58 } from '@latchkey/kernel/chain'
import type { Kernel } from '@latchkey/kernel'
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountOn, capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../../test/fakeWallet.js'
import { defineSolanaNetwork, type SolanaNetwork } from '../../index.js'
import { toRecord } from './toRecord.js'

const sol = 1_000_000_000n
let stack: SolanaStack
let network: SolanaNetwork
const kernels: Kernel[] = []
const servers: Server[] = []

beforeAll(async () => {
  stack = await startSolana()
  network = networkWith(stack.url)
}, 120_000)
afterAll(() => stack?.stop())
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  for (const server of servers.splice(0)) server.close()
})

const networkWith = (url: string) =>
  defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [url] })

function start(on = network): Kernel {
  const kernel = createTestKernel({ networks: [on] })
  kernels.push(kernel)
  return kernel
}

async function walletOf(secret: Uint8Array): Promise<FakeWallet> {
  const wallet = createFakeWallet({ secrets: [secret] })
  await wallet.wallet.features['standard:connect']?.connect()
  return wallet
}
const rich = () => walletOf(decodeBase58(stack.accounts[0]!.secretKey)!.slice(0, 32))
const addressOf = (wallet: FakeWallet) => wallet.accounts[0]!.address
const newAddress = () => Keypair.generate().publicKey.toBase58()

async function send(wallet: FakeWallet, to: string, amount: bigint, token?: TokenReference): Promise<string> {
  const prepared = await capabilityOf(start(), Send).prepare({
    networkId: network.id,
    from: accountOn(network, addressOf(wallet)),
    to,
    amount,
    provider: wallet.wallet,
    ...(token ? { token } : {}),
  })
  const submitted = await prepared.submit()
  expect(await submitted.wait()).toEqual({ status: 'confirmed' })
  // Lists of several accounts are put in order by slot, and equal transactions of one blockhash are one.
  await stack.advanceSlots(1)
  return submitted.id
}
const read = (address: string, request: Partial<HistoryRequest> = {}, on = network): Promise<HistoryPage> =>
  capabilityOf(start(on), History).read({ networkId: network.id, address, ...request })

describe('what an account did', () => {
  it('sends and receives of SOL, seen from both sides, with time and fee', async () => {
    const wallet = await rich()
    const to = newAddress()
    const id = await send(wallet, to, 2n * sol)
    const amount = { value: 2n * sol, decimals: 9, symbol: 'SOL' }
    const ends = { from: addressOf(wallet), to }
    const shared = {
      id,
      networkId: network.id,
      status: 'confirmed',
      minedAt: expect.any(Number),
      ...ends,
    }
    const [sent] = (await read(addressOf(wallet))).transactions
    expect(sent).toEqual({
      ...shared,
      operation: 'send',
      fee: { value: expect.any(BigInt), decimals: 9, symbol: 'SOL' },
      transfers: [{ direction: 'out', amount, name: 'Solana', ...ends }],
    })
    expect(sent?.fee?.value).toBeGreaterThanOrEqual(5_000n)
    expect(sent?.minedAt).toBeGreaterThan(1.7e12)
    expect(await read(to)).toEqual({
      transactions: [
        {
          ...shared,
          operation: 'receive',
          transfers: [{ direction: 'in', amount, name: 'Solana', ...ends }],
        },
      ],
    })
  })

  it.each(['usd', 'gold'] as const)(
    'sends of the token %s, also into an account that exists',
    async (name) => {
      const wallet = await rich()
      const mint = stack.mints[name]
      const token = { address: mint.address, decimals: mint.decimals, symbol: name }
      const receiver = Keypair.generate()
      const to = receiver.publicKey.toBase58()
      const unit = 10n ** BigInt(mint.decimals)
      const opening = await send(wallet, to, unit, token)
      const second = await send(wallet, to, 2n * unit, token)
      const [newest, older] = (await read(addressOf(wallet))).transactions
      expect(newest).toMatchObject({ id: second, operation: 'send', from: addressOf(wallet), to })
      expect(newest?.transfers).toEqual([
        {
          direction: 'out',
          amount: { value: 2n * unit, decimals: mint.decimals, symbol: expect.stringContaining('…') },
          asset: mint.address,
          from: addressOf(wallet),
          to,
        },
      ])
      // The first one also paid the deposit of the receiver's token account, which is told and is no trade.
      expect(older).toMatchObject({ id: opening, operation: 'send' })
      expect(older?.transfers.map(({ direction }) => direction)).toEqual(['out', 'out'])
      const received = (await read(to)).transactions
      expect(received.map(({ id, operation }) => `${operation} ${id}`)).toEqual([
        `receive ${second}`,
        `receive ${opening}`,
      ])
      expect(received[0]?.transfers).toMatchObject([{ direction: 'in', amount: { value: 2n * unit } }])
    },
  )

  it('pages to the first without a gap, with both lists in one order', async () => {
    const wallet = await rich()
    const { usd } = stack.mints
    const token = { address: usd.address, decimals: usd.decimals, symbol: 'usd' }
    const to = newAddress()
    const ids: string[] = []
    for (let count = 1; count <= 4; count += 1) {
      ids.unshift(await send(wallet, to, sol + BigInt(count)))
      ids.unshift(await send(wallet, to, BigInt(count), token))
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: HistoryPage = await read(to, { limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...page.transactions.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    expect([...new Set(seen)]).toEqual(ids)
  }, 60_000)

  it('is empty for an account nobody paid, and refuses what is none', async () => {
    expect(await read(newAddress())).toEqual({ transactions: [] })
    expect(await faultOf(read('nonsense'))).toContain('ADDRESS_INVALID')
    for (const cursor of ['x', '{"a":1}', '[]']) {
      expect(await faultOf(read(newAddress(), { cursor }))).toContain('HISTORY_CURSOR_INVALID')
    }
    const dead = networkWith('http://127.0.0.1:1')
    expect(await faultOf(read(newAddress(), {}, dead))).toContain('SOLANA_RPC_UNREACHABLE')
  }, 30_000)
})

type Answer = object | ((params: readonly unknown[]) => object | undefined)

/** Passes on what it does not answer itself. */
async function startNode(
  own: Readonly<Record<string, Answer>>,
  asked: { readonly method: string; readonly params: readonly unknown[] }[] = [],
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const call = JSON.parse(body) as { method: string; params: readonly unknown[] }
    const { method } = call
    asked.push(call)
    const given = own[method]
    const answer = typeof given === 'function' ? given(call.params) : given
    const text = answer
      ? JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer })
      : await (await fetch(stack.url, { method: 'POST', body })).text()
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('nodes that tell less', () => {
  it('and dropped what is old say from which block on they know, and when that was', async () => {
    const url = await startNode({
      getFirstAvailableBlock: { result: 1_234 },
      getBlockTime: { result: 1_700_000_000 },
    })
    const { searched } = await read(newAddress(), {}, networkWith(url))
    expect(searched).toEqual({ fromBlock: 1_234n, since: 1_700_000_000_000 })
  })

  it('and list very many token accounts are asked for 97 lists at most, and what is left out is said', async () => {
    const accounts = Array.from({ length: 100 }, newAddress)
    const entry = (pubkey: string, index: number) => ({
      pubkey,
      account: {
        data: {
          parsed: {
            // The last ones hold something: they are read first.
            info: { mint: newAddress(), tokenAmount: { amount: index < 4 ? '0' : '1', decimals: 0 } },
          },
        },
      },
    })
    const asked: { readonly method: string; readonly params: readonly unknown[] }[] = []
    const none = { result: { context: { slot: 1 }, value: [] } }
    const all = { result: { context: { slot: 1 }, value: accounts.map(entry) } }
    const url = await startNode(
      {
        get getTokenAccountsByOwner() {
          const isFirst = asked.filter(({ method }) => method === 'getTokenAccountsByOwner').length === 1
          return isFirst ? all : none
        },
        getSignaturesForAddress: { result: [] },
      },
      asked,
    )
    const owner = newAddress()
    const { gaps } = await read(owner, {}, networkWith(url))
    expect(gaps).toEqual([
      {
        code: 'TOKEN_ACCOUNTS_LEFT_OUT',
        message:
          'This account has very many tokens. Payments into 4 of its token accounts are missing in this list.',
        parameters: { count: 4 },
      },
    ])
    const lists = asked.filter(({ method }) => method === 'getSignaturesForAddress')
    expect(new Set(lists.map(({ params }) => params[0]))).toEqual(new Set([owner, ...accounts.slice(4)]))
    expect(lists).toHaveLength(97)
  }, 60_000)

  it('and do not know where their lists end are no fault', async () => {
    const unknown = { error: { code: -32601, message: 'Method not found' } }
    const url = await startNode({ getFirstAvailableBlock: unknown })
    expect(await read(newAddress(), {}, networkWith(url))).toEqual({ transactions: [] })
  })

  it('and answer nonsense are an error', async () => {
    const url = await startNode({ getSignaturesForAddress: { result: [{ signature: 5 }] } })
    expect(await faultOf(read(newAddress(), {}, networkWith(url)))).toContain('SOLANA_RPC_UNREACHABLE')
  }, 30_000)
})

describe('transactions of every version', () => {
  const versions = ['legacy', 0, 1] as const
  const payTo = (to: string, version: (typeof versions)[number], lamports: bigint, memoBytes = 0) =>
    stack.transact({
      from: stack.accounts[2]!,
      version,
      instructions: [
        SystemProgram.transfer({
          fromPubkey: new PublicKey(stack.accounts[2]!.address),
          toPubkey: new PublicKey(to),
          lamports,
        }),
        ...(memoBytes > 0 ? [memoOf(memoBytes)] : []),
      ],
    })
  const memoOf = (length: number) =>
    new TransactionInstruction({
      programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      keys: [],
      data: Buffer.alloc(length, 0x61),
    })

  it('are told from both sides, also one of 4,000 bytes', async () => {
    const to = newAddress()
    const ids: string[] = []
    for (const version of versions) ids.unshift(await payTo(to, version, sol))
    ids.unshift(await payTo(to, 1, 2n * sol, 3_700))
    const { transactions } = await read(to)
    expect(transactions.map(({ id }) => id)).toEqual(ids)
    expect(transactions.map(({ transfers }) => transfers[0]?.amount.value)).toEqual([2n * sol, sol, sol, sol])
    expect(transactions.every(({ isUnread }) => isUnread === undefined)).toBe(true)
    const [sent] = (await read(stack.accounts[2]!.address, { limit: 1 })).transactions
    expect(sent).toMatchObject({ id: ids[0], operation: 'send', fee: { value: 5_000n } })
  })

  const tooNew = (version: number) => ({
    error: {
      code: -32015,
      message: `Transaction version (${version}) is not supported by the requesting client.`,
    },
  })
  /** How a node answers for a transaction that can't be read. */
  const unreadable: readonly object[] = [
    tooNew(2),
    tooNew(127),
    { result: null },
    { result: { slot: 1, version: 9, transaction: { shape: 'of another kind' }, meta: {} } },
    { result: { slot: 1, transaction: { message: { accountKeys: [] } }, meta: null } },
  ]

  it('cost one record each where they can’t be read, in order, whatever the mixture', async () => {
    const to = newAddress()
    const ids: string[] = []
    for (let count = 1; count <= 9; count += 1) {
      ids.unshift(await payTo(to, versions[count % 3] as 1, sol + BigInt(count)))
    }
    const answers = new Map<string, object>()
    const url = await startNode({ getTransaction: ([signature]) => answers.get(signature as string) })
    const on = networkWith(url)
    const kinds = fc.array(fc.option(fc.constantFrom(...unreadable), { nil: undefined }), {
      ...{ minLength: 9, maxLength: 9 },
    })
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 1, max: 10 }), async (chosen, limit) => {
        answers.clear()
        for (const [index, answer] of chosen.entries()) if (answer) answers.set(ids[index] as string, answer)
        const seen: HistoryPage['transactions'][number][] = []
        let cursor: string | undefined
        do {
          const page: HistoryPage = await read(to, { limit, ...(cursor ? { cursor } : {}) }, on)
          seen.push(...page.transactions)
          cursor = page.next
        } while (cursor)
        expect(seen.map(({ id }) => id)).toEqual(ids)
        for (const [index, record] of seen.entries()) {
          expect(record.status).toBe('confirmed')
          expect(record.minedAt).toBeGreaterThan(1.7e12)
          expect(record.isUnread).toBe(chosen[index] ? true : undefined)
          expect(record.transfers).toHaveLength(chosen[index] ? 0 : 1)
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  it('that failed and can’t be read are told as failed', async () => {
    const to = newAddress()
    const id = await payTo(to, 1, sol)
    const listed = { signature: id, slot: 5, blockTime: 1_800_000_000, err: { InstructionError: [0, 'x'] } }
    const url = await startNode({
      getTransaction: tooNew(3),
      getSignaturesForAddress: { result: [listed] },
    })
    expect((await read(to, {}, networkWith(url))).transactions).toEqual([
      {
        ...{ id, networkId: network.id, operation: 'execute', status: 'failed' },
        ...{ minedAt: 1_800_000_000_000, transfers: [], isUnread: true },
      },
    ])
  })

  it('a node that can’t be reached is no such transaction', async () => {
    const to = newAddress()
    await payTo(to, 1, sol)
    const url = await startNode({ getTransaction: { error: { code: -32603, message: 'Internal error' } } })
    expect(await faultOf(read(to, {}, networkWith(url)))).toContain('SOLANA_RPC_UNREACHABLE')
  }, 30_000)
})

describe('a transaction is told as', () => {
  const [me, other, mint] = [newAddress(), newAddress(), newAddress()]
  const balance = (owner: string, amount: string, decimals = 6) => ({
    accountIndex: 0,
    mint,
    owner,
    uiTokenAmount: { amount, decimals },
  })
  const record = (meta: object, signer = me) =>
    toRecord(
      'id',
      {
        slot: 1,
        blockTime: 1,
        transaction: {
          message: {
            accountKeys: [
              { pubkey: signer, signer: true },
              { pubkey: signer === me ? other : me, signer: false },
            ],
          },
        },
        meta: { err: null, fee: 5n, preBalances: [100n, 0n], postBalances: [95n, 0n], ...meta },
      },
      network,
      me,
    )

  it('a trade when one asset left and another came', () => {
    const trade = record({ postBalances: [45n, 50n], postTokenBalances: [balance(me, '7')] })
    expect(trade?.operation).toBe('trade')
    expect(trade?.transfers.map(({ direction }) => direction)).toEqual(['out', 'in'])
  })

  it('minted, and no trade, when all the coins that left are the deposit of its mint and token account', () => {
    const accountKeys = [me, newAddress(), mint].map((pubkey, index) => ({ pubkey, signer: index !== 1 }))
    const told = (postBalances: readonly bigint[]) =>
      toRecord(
        'id',
        {
          slot: 1,
          blockTime: 1,
          transaction: { message: { accountKeys } },
          meta: {
            err: null,
            fee: 5n,
            preBalances: [100n, 0n, 0n],
            postBalances: [...postBalances],
            postTokenBalances: [{ ...balance(me, '7'), accountIndex: 1 }],
          },
        },
        network,
        me,
      )?.operation
    expect(told([60n, 20n, 15n])).toBe('mint')
    expect(told([59n, 20n, 15n])).toBe('trade')
  })

  it('minted, burnt, a collectible, executed and failed', () => {
    expect(record({ postTokenBalances: [balance(me, '1', 0)] })).toMatchObject({
      operation: 'mint',
      transfers: [{ collectible: { id: mint }, amount: { value: 1n } }],
    })
    expect(record({ preTokenBalances: [balance(me, '4')] })?.operation).toBe('burn')
    expect(record({})).toMatchObject({ operation: 'execute', status: 'confirmed', transfers: [] })
    expect(record({ err: { InstructionError: [0, 'x'] } })).toMatchObject({ status: 'failed', transfers: [] })
  })

  it('nothing when it only names the account', () => {
    expect(record({}, other)).toBeUndefined()
  })
})
