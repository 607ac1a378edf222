import * as z from 'zod/mini'
import type { FoundTransfer, PaymentChain } from '../PaymentChain.js'
import { refuse } from '../Refusal.js'

interface Written {
  toString(): string
}
interface Hash extends Written {
  toHex(): string
}

/** What is used of a connected `ApiPromise` of `@polkadot/api`, which the shop brings. */
export interface PolkadotApi {
  readonly genesisHash: Hash
  createType(type: 'AccountId', value: string): { toHex(): string }
  at(block: string): Promise<{ readonly query: Readonly<Record<string, unknown>> }>
  readonly rpc: {
    readonly chain: {
      getBlock(hash: string): Promise<{
        readonly block: {
          readonly header: { readonly number: Written; readonly parentHash: Hash }
          readonly extrinsics: Iterable<{
            readonly hash: Hash
          }>
        }
      }>
      getBlockHash(number: number): Promise<Hash>
      getFinalizedHead(): Promise<Hash>
      getHeader(): Promise<{ readonly hash: Hash }>
    }
  }
}

export interface PolkadotPaymentsOptions {
  /** CAIP-2: `polkadot:91b171bb158e2d3848fa23a9f1c25182`. */
  readonly networkId: string
  /** Connected to a node that is trusted. */
  readonly api: PolkadotApi
  /** `finalized` (default), or `best` for chains that never take a block back. */
  readonly blocks?: 'finalized' | 'best'
  /**
   * How many blocks are looked through for the transaction: as many back from the newest one, and as many on from the time of the
   * bill. Default 600, an hour of blocks.
   */
  readonly depth?: number
}

const event = z.object({
  phase: z.object({ applyExtrinsic: z.optional(z.number()) }),
  event: z.object({ section: z.string(), method: z.string() }),
})

interface EventRecord {
  readonly phase: { toJSON(): unknown }
  readonly event: {
    readonly section: string
    readonly method: string
    readonly data: readonly (Written & { toHex?(): string })[]
  }
}

/** Payments of the coin on one chain with the `balances` pallet. */
export function polkadotPayments(options: PolkadotPaymentsOptions): PaymentChain {
  const { networkId, api, blocks = 'finalized' } = options

  const publicKey = (address: string): string | undefined => {
    try {
      return api.createType('AccountId', address).toHex()
    } catch {
      return undefined
    }
  }

  function isSame(left: string, right: string): boolean {
    const key = publicKey(left)
    return key !== undefined && key === publicKey(right)
  }

  return {
    supports: (id) => id === networkId,
    isSameAddress: isSame,
    async find({ bill, token }, transaction) {
      if (!/^0x[\da-f]{64}$/i.test(transaction)) {
        return refuse(
          'TRANSACTION_MALFORMED',
          'Expected the hash of an extrinsic: 0x and 64 hexadecimal digits.',
        )
      }
      if (token !== undefined)
        return refuse('ASSET_UNSUPPORTED', 'Only the coin can be checked on this chain.')
      const receiver = publicKey(bill.receiver)
      if (receiver === undefined) return refuse('BILL_INVALID', 'The receiver is no address of this chain.')
      const told = `polkadot:${api.genesisHash.toHex().slice(2, 34)}`
      if (told !== networkId) throw new Error(`it is of ${told}`)
      const id = transaction.toLowerCase()
      const found = await locate(options, id, bill.createdAt - 600_000)
      if (!found)
        return refuse(
          'TRANSACTION_UNKNOWN',
          `No ${blocks} block of this bill's time, or of now, has transaction ${id}.`,
        )
      const system = found.query['system'] as Record<string, unknown> | undefined
      const records = Array.from((await call(system?.['events'])) as Iterable<EventRecord>).filter(
        (record) => phaseOf(record) === found.place,
      )
      const has = (section: string, method: string) =>
        records.some((record) => record.event.section === section && record.event.method === method)
      if (has('system', 'ExtrinsicFailed') || !has('system', 'ExtrinsicSuccess')) {
        return refuse('TRANSACTION_FAILED', `Transaction ${id} failed on the chain and moved nothing.`)
      }
      const transfers = records.flatMap((record, place) =>
        readTransfer(record, receiver, `${id}#event${place}`),
      )
      return { ok: true, transaction: id, time: found.time, transfers, instead: 'receiver' }
    },
  }
}

async function call(query: unknown): Promise<unknown> {
  if (typeof query !== 'function') throw new Error('the chain lacks its system pallets')
  return (query as () => Promise<unknown>)()
}

/** A block, and what it holds. */
interface Block {
  readonly number: number
  readonly time: number
  readonly parent: string
  readonly query: Readonly<Record<string, unknown>>
  /** Of the extrinsic that is looked for; -1 where the block doesn't have it. */
  readonly place: number
}

async function readBlock({ api }: PolkadotPaymentsOptions, hash: string, id: string): Promise<Block> {
  const [{ block }, { query }] = await Promise.all([api.rpc.chain.getBlock(hash), api.at(hash)])
  const { number, parentHash } = block.header
  return {
    number: Number(String(number)),
    parent: parentHash.toHex(),
    ...{ query, time: await timeOf(query) },
    place: [...block.extrinsics].findIndex((extrinsic) => extrinsic.hash.toHex() === id),
  }
}

async function timeOf(query: Block['query']): Promise<number> {
  const timestamp = query['timestamp'] as Record<string, unknown> | undefined
  return Number(String(await call(timestamp?.['now'])))
}

/**
 * The block that holds the extrinsic: looked for from the newest one back to the bill, and for an older bill from its own time on.
 * People pay soon after they are asked, and a server asks soon after they paid.
 */
async function locate(
  options: PolkadotPaymentsOptions,
  id: string,
  since: number,
): Promise<Block | undefined> {
  const { api, blocks = 'finalized', depth = 600 } = options
  const { chain } = api.rpc
  let hash =
    blocks === 'best' ? (await chain.getHeader()).hash.toHex() : (await chain.getFinalizedHead()).toHex()
  let oldest = 0
  for (let step = 0; step < depth; step += 1) {
    const block = await readBlock(options, hash, id)
    if (block.place >= 0) return block
    if (block.time < since || block.number === 0) return undefined
    hash = block.parent
    oldest = block.number
  }
  const first = await firstBlockSince(options, since, oldest)
  for (let number = first; number < Math.min(first + depth, oldest); number += 1) {
    const block = await readBlock(options, (await chain.getBlockHash(number)).toHex(), id)
    if (block.place >= 0) return block
  }
  return undefined
}

/** The number of the first block of a time, by halving: `below` is of that time or later. */
async function firstBlockSince(
  { api }: PolkadotPaymentsOptions,
  since: number,
  below: number,
): Promise<number> {
  let [low, high] = [1, below]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { query } = await api.at((await api.rpc.chain.getBlockHash(middle)).toHex())
    if ((await timeOf(query)) < since) low = middle + 1
    else high = middle
  }
  return low
}

const phaseOf = ({ phase, event: { section, method } }: EventRecord): number | undefined =>
  z.safeParse(event, { phase: phase.toJSON(), event: { section, method } }).data?.phase.applyExtrinsic

function readTransfer(
  { event: { section, method, data } }: EventRecord,
  receiver: string,
  key: string,
): readonly FoundTransfer[] {
  if (section !== 'balances' || method !== 'Transfer') return []
  const [from, to, amount] = data
  // What an account pays to itself is nothing that it receives.
  if (to?.toHex?.() !== receiver || !from || from.toHex?.() === receiver || !amount) return []
  return [{ key, units: BigInt(amount.toString()), payers: [from.toString()] }]
}
