import * as z from 'zod/mini'
import type { ChainTransaction, UnreadTransaction } from '../chains/chain.js'
import { listedPrograms, type SolanaChain } from '../chains/solana/solanaChain.js'
import { TransactionMissing, unreadOf } from '../chains/solana/solanaTransaction.js'
import type { Database } from '../database/schema.js'
import { knownAssets, readPosition } from '../store/readIndex.js'
import { readUnread } from '../store/readUnread.js'
import { forgetChain, holdersOf, participantsOf, writeIndex } from '../store/writeIndex.js'
import type { AnnounceTouched } from '../shared/changes.js'
import type { Follower, FollowStep } from './follower.js'

const signaturesAtOnce = 50

/** The last signature that was read, for each listed program. */
const positionShape = z.record(z.string(), z.string())

/** Steps after which a transaction that is listed, and that the node still doesn't have, is passed over. */
const mostMisses = 10

interface Waiting {
  /** Absent for one that couldn't be read before. */
  readonly program?: string
  readonly signature: string
  readonly slot: number
  readonly blockTime: number | undefined
  readonly position: number
}

/** Reads a chain by the lists of signatures that its nodes keep for programs. */
export function followSignatures(
  chain: SolanaChain,
  database: Database,
  announce: AnnounceTouched,
): Follower {
  const { networkId } = chain
  let queue: Waiting[] = []
  let highest = 0
  /** Tries once more what an earlier release couldn't read. */
  let isRetried = false
  const readOne = createPatientReader(chain)

  async function step(): Promise<FollowStep> {
    try {
      const position = await readPlace(chain, database)
      if (queue.length === 0) {
        if (!(await chain.knows(Object.values(position)))) {
          await forgetChain(database, networkId, announce)
          return { isDone: false, height: 0, touched: 'all' }
        }
        if (!isRetried) queue.push(...(await readUnread(database, networkId)).map(toWaiting))
        isRetried = true
        for (const program of listedPrograms)
          queue.push(...(await listNew(chain, program, position[program])))
      }
      if (queue.length === 0) return { isDone: true, height: highest, touched: [] }
      return await readSome(position)
    } catch (error) {
      queue = []
      isRetried = false
      throw error
    }
  }

  async function readSome(position: Readonly<Record<string, string>>): Promise<FollowStep> {
    const some = queue.slice(0, signaturesAtOnce)
    const unique = new Map(some.map((one) => [one.signature, one]))
    const found = await Promise.all([...unique.values()].map(readOne))
    const transactions = found.flatMap((one) => ('isUnread' in one ? [] : one))
    const known = await knownAssets(database, networkId, transactions)
    const holders = holdersOf(transactions)
    const mints = [...new Set(holders.map(({ asset }) => asset))].filter((mint) => !known.hasAsset(mint))
    const touched = touchedBy(some, found)
    const unread = found.flatMap((one) => ('isUnread' in one ? one : []))
    const write = {
      ...{ networkId, blocks: [] },
      position: JSON.stringify({ ...position, ...lastOf(some) }),
      ...{ transactions, unread, touched },
      amounts: await chain.readAmounts(holders),
      assets: await chain.readMints(mints),
      collectibles: [],
    }
    await writeIndex(database, write, announce)
    queue = queue.slice(some.length)
    highest = found.reduce((height, one) => Math.max(height, one.height), highest)
    return { isDone: false, height: highest, touched }
  }

  return { networkId, step, isCurrent: () => isCurrent(chain, database) }
}

/** Waits for transactions that the node lists and doesn't have, and in the end goes on without them. */
function createPatientReader(chain: SolanaChain) {
  const misses = new Map<string, number>()
  return async (one: Waiting): Promise<ChainTransaction | UnreadTransaction> => {
    try {
      const read = await chain.readTransaction(one, one.position)
      misses.delete(one.signature)
      return read
    } catch (error) {
      if (!(error instanceof TransactionMissing)) throw error
      if (one.program === undefined) return unreadOf(one, one.position)
      const count = (misses.get(one.signature) ?? 0) + 1
      misses.set(one.signature, count)
      if (count < mostMisses) throw error
      misses.delete(one.signature)
      return unreadOf(one, one.position)
    }
  }
}

/** Every history tells how many there are that can't be read. */
function touchedBy(
  some: readonly Waiting[],
  found: readonly (ChainTransaction | UnreadTransaction)[],
): readonly string[] | 'all' {
  const isToldToAll = some.some(({ program }) => program === undefined)
  if (isToldToAll || found.some((one) => 'isUnread' in one)) return 'all'
  return found.flatMap((one) => ('isUnread' in one ? [] : participantsOf(one)))
}

const toWaiting = ({ id, height, position, minedAt }: UnreadTransaction): Waiting => ({
  ...{ signature: id, slot: height, position, blockTime: minedAt / 1000 },
})

/** The last signature of each program. */
const lastOf = (some: readonly Waiting[]): Readonly<Record<string, string>> =>
  Object.fromEntries(some.flatMap(({ program, signature }) => (program ? [[program, signature]] : [])))

/** The signatures of a program since the last one that was read, oldest first. */
async function listNew(
  chain: SolanaChain,
  program: string,
  until: string | undefined,
): Promise<readonly Waiting[]> {
  const found: Omit<Waiting, 'position'>[] = []
  let before: string | undefined
  while (true) {
    const page = await chain.listSignatures(program, { before, until })
    found.push(...page.map((one) => ({ program, ...one })))
    before = page.at(-1)?.signature
    if (before === undefined) break
  }
  const inSlot = new Map<number, number>()
  return found.reverse().map((one) => {
    const position = inSlot.get(one.slot) ?? 0
    inSlot.set(one.slot, position + 1)
    return { ...one, position }
  })
}

async function readPlace({ networkId }: SolanaChain, database: Database) {
  return positionShape.parse(JSON.parse((await readPosition(database, networkId)) ?? '{}'))
}

async function isCurrent(chain: SolanaChain, database: Database): Promise<boolean> {
  const position = await readPlace(chain, database)
  if (!(await chain.knows(Object.values(position)))) return false
  for (const program of listedPrograms) {
    if ((await listNew(chain, program, position[program])).length > 0) return false
  }
  return true
}
