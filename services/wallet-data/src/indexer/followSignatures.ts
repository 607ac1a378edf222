import * as z from 'zod/mini'
import { listedPrograms, type SolanaChain } from '../chains/solana/solanaChain.js'
import type { Database } from '../database/schema.js'
import { knownAssets, readPosition } from '../store/readIndex.js'
import { forgetChain, holdersOf, participantsOf, writeIndex } from '../store/writeIndex.js'
import type { AnnounceTouched } from '../shared/changes.js'
import type { Follower, FollowStep } from './follower.js'

const signaturesAtOnce = 50

/** The last signature that was read, for each listed program. */
const positionShape = z.record(z.string(), z.string())

interface Waiting {
  readonly program: string
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

  async function step(): Promise<FollowStep> {
    try {
      const position = await readPlace(chain, database)
      if (queue.length === 0) {
        if (!(await chain.knows(Object.values(position)))) {
          await forgetChain(database, networkId, announce)
          return { isDone: false, height: 0, touched: 'all' }
        }
        for (const program of listedPrograms)
          queue.push(...(await listNew(chain, program, position[program])))
      }
      if (queue.length === 0) return { isDone: true, height: highest, touched: [] }
      return await readSome(position)
    } catch (error) {
      queue = []
      throw error
    }
  }

  async function readSome(position: Readonly<Record<string, string>>): Promise<FollowStep> {
    const some = queue.slice(0, signaturesAtOnce)
    const unique = new Map(some.map((one) => [one.signature, one]))
    const transactions = await Promise.all(
      [...unique.values()].map((one) => chain.readTransaction(one, one.position)),
    )
    const known = await knownAssets(database, networkId, transactions)
    const holders = holdersOf(transactions)
    const mints = [...new Set(holders.map(({ asset }) => asset))].filter((mint) => !known.hasAsset(mint))
    const next = { ...position, ...Object.fromEntries(some.map((one) => [one.program, one.signature])) }
    const write = {
      networkId,
      blocks: [],
      position: JSON.stringify(next),
      transactions,
      amounts: await chain.readAmounts(holders),
      assets: await chain.readMints(mints),
      collectibles: [],
    }
    await writeIndex(database, write, announce)
    queue = queue.slice(some.length)
    highest = transactions.reduce((height, one) => Math.max(height, one.height), highest)
    return { isDone: false, height: highest, touched: transactions.flatMap(participantsOf) }
  }

  return { networkId, step, isCurrent: () => isCurrent(chain, database) }
}

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
