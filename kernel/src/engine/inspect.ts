import { say } from '#sentences'
import type { Contributions } from './contributions.js'
import type { PluginOrder } from './order.js'
import type { StandIns } from './standIns.js'
import type { KernelState, PluginPhase } from './state.js'
import type { Token, TokenRecord } from '../keys/token.js'
import { version } from './version.js'

export interface PluginReport {
  readonly id: string
  readonly kernel: string
  readonly phase: PluginPhase
  readonly requires: readonly string[]
  readonly optional: readonly string[]
  readonly provides: readonly string[]
  /** Milliseconds; absent when the phase was not reached. */
  readonly setupTime?: number
  readonly startTime?: number
  readonly error?: { readonly code: string; readonly message: string }
}

export interface KernelReport {
  readonly id: string
  readonly version: string
  readonly phase: KernelState['phase']
  /** In the order of set-up. */
  readonly plugins: readonly PluginReport[]
  /** Entries per extension point. */
  readonly contributions: Readonly<Record<string, number>>
  /** Sentences about what looks wrong. */
  readonly problems: readonly string[]
}

interface ReportSource {
  readonly id: string
  readonly order: PluginOrder
  readonly standIns: StandIns
  readonly units: ReadonlyMap<string, { readonly timings: Pick<PluginReport, 'setupTime' | 'startTime'> }>
  readonly state: KernelState
  readonly contributions: Contributions
}

const idsOf = (tokens: TokenRecord | readonly Token<unknown>[]) =>
  Object.values(tokens).map((token: Token<unknown>) => token.id)

export function createReport({
  id,
  order,
  standIns,
  units,
  state,
  contributions,
}: ReportSource): KernelReport {
  const problems: string[] = []
  const reports = [...order.sorted, ...standIns.taken].map((plugin): PluginReport => {
    const { phase = 'failed', error } = state.plugins[plugin.id] ?? {}
    if (error) problems.push([`${plugin.id}: ${error.shortMessage}`, ...error.metaMessages].join(' '))
    return {
      id: plugin.id,
      kernel: plugin.kernel,
      phase,
      requires: idsOf(plugin.requires),
      optional: idsOf(plugin.optional),
      provides: idsOf(plugin.provides),
      ...units.get(plugin.id)?.timings,
      ...(error && { error: { code: error.code, message: error.shortMessage } }),
    }
  })
  for (const { id: own } of standIns.taken) problems.push(say('standIn', own))
  problems.push(...contributions.review())
  const copies = [...copyRegistry().values()]
  if (copies.length > 1) {
    problems.push(say('copies', ...copies))
  }
  return {
    id,
    version,
    phase: state.phase,
    plugins: reports,
    contributions: contributions.counts(),
    problems,
  }
}

const copiesKey = Symbol.for('latchkey.kernel.copies')

/**
 * The one thing copies of this package share: a note on the page that they are there, so that `inspect` can warn.
 */
function copyRegistry(): Map<unknown, string> {
  const holder = globalThis as { [copiesKey]?: Map<unknown, string> }
  holder[copiesKey] ??= new Map()
  return holder[copiesKey]
}

/** Notes that a copy of the kernel is in use; `identity` is any function of that copy. */
export function noteCopy(identity: unknown, copyVersion: string): void {
  copyRegistry().set(identity, copyVersion)
}
