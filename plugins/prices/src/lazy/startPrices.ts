import {
  type Clock,
  type HttpService,
  lazy,
  type LogService,
  type PluginContext,
} from '@latchkey/kernel/plugin'
import type { PriceSource } from '../PriceSource.js'
import { createPrices } from './createPrices.js'

export interface StartTools {
  readonly sources: readonly PriceSource[]
  readonly bound: bigint
  readonly context: Pick<PluginContext, 'find' | 'list' | 'signal'>
  readonly clock: Clock
  readonly log: LogService
  readonly http: HttpService
}

/** Asks the sources whose services are there. */
export function startPrices({ sources, bound, context, clock, log, http }: StartTools) {
  const tools = { clock, log, http, list: context.list }
  const opened = sources.map(({ id, uses, open }) => {
    const found = Object.entries(uses).map(([name, token]) => [name, context.find(token as never)])
    if (found.some(([, service]) => service === undefined)) return undefined
    return { id, open: lazy(`The prices of ${id}`, () => open(Object.fromEntries(found) as never, tools)) }
  })
  const listed = opened.filter((source) => source !== undefined)
  return createPrices({ sources: listed, bound, clock, log, signal: context.signal })
}
