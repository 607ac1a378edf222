import { BaseError, wait } from '@latchkey/kernel/plugin'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import type { ApiPromise } from '@polkadot/api'
import type { BlockHash, DispatchError, EventRecord, ExtrinsicEra } from '@polkadot/types/interfaces'
import type { PolkadotNetwork } from '../../networks.js'
import type { Chains } from './chains.js'
import { failedBy } from './dispatchError.js'
import { notTaken, type Outcome, undecided } from './submitExtrinsic.js'

interface Span {
  readonly first: number
  /** The last block that may have it. */
  readonly last: number
}

/** Longest span that is looked through; ours live for some 64 blocks. */
const longestSpan = 512
const atOnce = 8
/** Milliseconds between two looks: a block. */
const interval = 6_000
/** Milliseconds after which waiting ends. */
const decisionTime = 10 * 60_000

/** In which blocks an extrinsic can be: a mortal one in those of its era. A node cannot be asked by hash. */
export async function writeTrail(api: ApiPromise, era: ExtrinsicEra): Promise<string | undefined> {
  if (!era.isMortalEra) return undefined
  const { number } = await api.rpc.chain.getHeader()
  const { asMortalEra } = era
  return `${asMortalEra.birth(number.toNumber())}-${asMortalEra.death(number.toNumber()) - 1}`
}

function readTrail(trail = ''): Span | undefined {
  const [, first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(trail) ?? []
  // no money: heights
  const span = { first: Number(first), last: Number(last) }
  return span.last >= span.first && span.last - span.first < longestSpan ? span : undefined
}

/** Looks for an extrinsic of an earlier page in the final blocks of its era. @throws BaseError `TRANSACTION_ID_INVALID` */
export function followExtrinsic(
  chains: Chains,
  network: PolkadotNetwork,
  { id, trail }: { readonly id: string; readonly trail?: string | undefined },
): SubmittedTransaction {
  if (!/^0x[0-9a-f]{64}$/i.test(id)) {
    throw new BaseError('This is no transaction of this network.', { code: 'TRANSACTION_ID_INVALID' })
  }
  const hash = id.toLowerCase()
  const span = readTrail(trail)
  const { clock } = chains

  async function find(signal?: AbortSignal): Promise<Outcome> {
    if (!span) throw undecided(network, id)
    const deadline = clock.now() + decisionTime
    let next = span.first
    while (clock.now() < deadline) {
      const { outcome, head } = await chains.read(network, signal, (api) =>
        look(api, { ...span, first: next }),
      )
      if (outcome) return outcome
      if (head >= span.last) return notTaken
      next = Math.max(next, head + 1)
      await wait(clock, interval, signal)
    }
    throw undecided(network, id)
  }

  /** Looks through the blocks that are final by now. */
  async function look(api: ApiPromise, { first, last }: Span): Promise<{ outcome?: Outcome; head: number }> {
    const header = await api.rpc.chain.getHeader(await api.rpc.chain.getFinalizedHead())
    const head = header.number.toNumber()
    const end = Math.min(head, last)
    for (let start = first; start <= end; start += atOnce) {
      const heights = Array.from({ length: Math.min(atOnce, end - start + 1) }, (_, at) => start + at)
      const outcomes = await Promise.all(heights.map((height) => outcomeIn(api, height)))
      const outcome = outcomes.find((one) => one !== undefined)
      if (outcome) return { outcome, head }
    }
    return { head }
  }

  async function outcomeIn(api: ApiPromise, height: number): Promise<Outcome | undefined> {
    const blockHash = await api.rpc.chain.getBlockHash(height)
    const { block } = await api.rpc.chain.getBlock(blockHash)
    const index = block.extrinsics.findIndex((extrinsic) => extrinsic.hash.toHex() === hash)
    if (index < 0) return undefined
    const outcome = await outcomeAt(api, blockHash, index)
    if (!outcome) throw undecided(network, id)
    return outcome
  }

  return { id, wait: find }
}

/** How an extrinsic of a block ended; `undefined` when the block does not say. */
async function outcomeAt(api: ApiPromise, blockHash: BlockHash, index: number): Promise<Outcome | undefined> {
  const then = await api.at(blockHash)
  const events = (await then.query['system']?.['events']?.()) as unknown as readonly EventRecord[] | undefined
  const own = (events ?? []).filter(
    ({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.eqn(index),
  )
  const named = (name: string) =>
    own.find(({ event }) => event.section === 'system' && event.method === name)?.event
  if (named('ExtrinsicSuccess')) return { status: 'confirmed' }
  const failure = named('ExtrinsicFailed')
  return failure && failedBy(failure.data[0] as DispatchError)
}
