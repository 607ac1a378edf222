import { setTimeout as sleep } from 'node:timers/promises'
import { askFact, type AskOptions } from './askFact.js'
import type { Fact } from './fact.js'
import type { Outcome } from './outcome.js'
import { takeAtATime } from '../takeAtATime.js'

export interface AskAllOptions extends AskOptions {
  /** Milliseconds between two questions to one host: nobody's service is to notice this. */
  readonly pause: number
  /** How many hosts are asked at once. */
  readonly atOnce: number
}

/** Asks all of them, each host one question after the other. */
export async function askAll(
  facts: readonly Fact[],
  { pause, atOnce, ...options }: AskAllOptions,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const hosts = byHost(facts)
  const askHost = async (some: readonly Fact[]) => {
    for (const [index, fact] of some.entries()) {
      if (index > 0) await sleep(pause)
      outcomes.set(fact.id, await askFact(fact, options))
    }
  }
  await takeAtATime(atOnce, hosts, askHost)
  return outcomes
}

function byHost(facts: readonly Fact[]): Fact[][] {
  const hosts = new Map<string, Fact[]>()
  for (const fact of facts) {
    const host = fact.urls[0] ? new URL(fact.urls[0]).host : ''
    hosts.set(host, [...(hosts.get(host) ?? []), fact])
  }
  return [...hosts.values()]
}
