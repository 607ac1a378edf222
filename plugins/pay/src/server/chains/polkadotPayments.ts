import * as z from 'zod/mini'
import type { FoundTransfer, PaymentChain } from '../PaymentChain.js'
import { refuse } from '../Refusal.js'
import { type BlockName, readBlockName, writeBlockName } from './blockName.js'
import { createBlockReader, type ListedBlock, type ReadBlock } from './polkadotBlocks.js'

export interface Written {
  toString(): string
}
export interface Hash extends Written {
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
  readonly blocks?: 'finalized' | 'best' | undefined
  /**
   * How many blocks are looked through for the transaction: as many back from the newest one, and as many on from the time of the
   * bill. Default 600, an hour of blocks.
   */
  readonly depth?: number | undefined
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
  const read = createBlockReader(api)

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
    hasLost: (block) => hasLost(api, block),
    async find({ bill, token }, transaction, before) {
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
      const found = await locate(options, read, id, {
        since: bill.createdAt - 600_000,
        before: readBlockName(before),
      })
      if (!found)
        return refuse(
          'TRANSACTION_UNKNOWN',
          `No ${blocks} block of this bill's time, or of now, has transaction ${id}.`,
        )
      const records = await eventsOf(found)
      const has = (section: string, method: string) =>
        records.some((record) => record.event.section === section && record.event.method === method)
      if (has('system', 'ExtrinsicFailed') || !has('system', 'ExtrinsicSuccess')) {
        return refuse('TRANSACTION_FAILED', `Transaction ${id} failed on the chain and moved nothing.`)
      }
      const transfers = records.flatMap((record, place) =>
        readTransfer(record, receiver, `${id}#event${place}`),
      )
      const place = { time: found.time, block: writeBlockName(found) }
      return { ok: true, transaction: id, ...place, transfers, instead: 'receiver' }
    },
  }
}

/** Whether the chain has another block of that number. One beyond the newest has no hash, which the node writes as zeros. */
async function hasLost({ rpc }: PolkadotApi, block: string): Promise<boolean> {
  const named = readBlockName(block)
  if (!named) return false
  const told = (await rpc.chain.getBlockHash(named.number)).toHex()
  return !/^0x0*$/.test(told) && told !== named.hash
}

/** What the extrinsic did. */
async function eventsOf({ query, place }: Place): Promise<readonly EventRecord[]> {
  const system = query['system'] as Record<string, unknown> | undefined
  const all = Array.from((await call(system?.['events'])) as Iterable<EventRecord>)
  return all.filter((record) => phaseOf(record) === place)
}

async function call(query: unknown): Promise<unknown> {
  if (typeof query !== 'function') throw new Error('the chain lacks its system pallets')
  return (query as () => Promise<unknown>)()
}

/** A block, and where in it the extrinsic is. */
interface Place {
  readonly number: number
  readonly hash: string
  readonly time: number
  readonly query: Readonly<Record<string, unknown>>
  readonly place: number
}

async function timeOf(query: Place['query']): Promise<number> {
  const timestamp = query['timestamp'] as Record<string, unknown> | undefined
  return Number(String(await call(timestamp?.['now'])))
}

/**
 * The block that holds the extrinsic: the one where it was found before, or from the newest one back to the bill, or for an
 * older bill from its own time on. People pay soon after they are asked, and a server asks soon after they paid.
 */
async function locate(
  options: PolkadotPaymentsOptions,
  read: ReadBlock,
  id: string,
  { since, before }: { readonly since: number; readonly before: BlockName | undefined },
): Promise<Place | undefined> {
  const { api, blocks = 'finalized', depth = 600 } = options
  const { chain } = api.rpc
  const hashAt = async (number: number) => (await chain.getBlockHash(number)).toHex()
  const placeIn = async (block: ListedBlock): Promise<Place | undefined> => {
    const place = block.ids.indexOf(id)
    if (place < 0) return undefined
    const { query } = await api.at(block.hash)
    return { number: block.number, hash: block.hash, query, place, time: await timeOf(query) }
  }
  if (before && (await hashAt(before.number)) === before.hash) {
    const found = await placeIn(await read(before.hash))
    if (found) return found
  }
  const head = blocks === 'best' ? (await chain.getHeader()).hash : await chain.getFinalizedHead()
  let block = await read(head.toHex())
  const newest = block.number
  const oldest = Math.max(newest - depth + 1, 0)
  const first = await firstBlockSince(api, since, oldest, newest)
  for (;;) {
    const found = await placeIn(block)
    if (found) return found
    if (block.number <= Math.max(first, oldest)) break
    block = await read(block.parent)
  }
  for (let number = first; number < Math.min(first + depth, oldest); number += 1) {
    const found = await placeIn(await read(await hashAt(number)))
    if (found) return found
  }
  return undefined
}

/** The number of the first block of a time, by halving. Most bills are younger than `near`. */
async function firstBlockSince(
  api: PolkadotApi,
  since: number,
  near: number,
  newest: number,
): Promise<number> {
  const isBefore = async (number: number) => {
    const { query } = await api.at((await api.rpc.chain.getBlockHash(number)).toHex())
    return (await timeOf(query)) < since
  }
  let [low, high] = near > 0 && (await isBefore(near)) ? [near, newest] : [0, near > 0 ? near : newest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (middle > 0 && !(await isBefore(middle))) high = middle
    else low = middle + 1
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
