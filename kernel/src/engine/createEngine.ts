import { say } from '#sentences'
import type { ListReader } from '../keys/extensionPoint.js'
import { type Contributions, createContributions } from './contributions.js'
import type { Plugin, ServiceReader } from './definePlugin.js'
import { createEvents, type Events } from './events.js'
import { createReport, type KernelReport } from './inspect.js'
import { leaveToOthers } from './leaveToOthers.js'
import { createLoader } from './loader.js'
import { arrangePlugins } from './pluginProblems.js'
import { createServices } from './services.js'
import { createStandIns } from './standIns.js'
import type { KernelState } from './state.js'
import { createStatus } from './status.js'
import { createUnits } from './units.js'

export interface EngineLog {
  error(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
}

export interface EngineClock {
  now(): number
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(handle: never): void
}

export interface EngineOptions {
  readonly id: string
  readonly log: EngineLog
  readonly clock: EngineClock
  /** Turns faults of plugins into exceptions. */
  readonly throws: boolean
  /** What the host got wrong, found before. */
  readonly problems: readonly string[]
  /** Plugins that step aside for a listed plugin that provides one of their tokens, and stand in when it fails. */
  defaults(subscribe: Contributions['subscribe']): readonly Plugin[]
}

/** Plugins, their services, lists and lifecycle, and nothing that knows what any of it is for. */
export interface Engine extends ServiceReader {
  readonly state: KernelState
  readonly events: Events
  readonly list: ListReader
  subscribe(listener: () => void): () => void
  inspect(): KernelReport
  start(): Promise<void>
  dispose(): Promise<void>
}

/** @throws KernelConfigError with every mistake of the host at once. */
export function createEngine(given: readonly Plugin[], options: EngineOptions): Engine {
  const { id, log, clock } = options
  const listed = leaveToOthers(given)
  const onListenerError = (error: unknown) => log.error(say('listener'), error)
  const contributions = createContributions(onListenerError)
  const standIns = createStandIns(listed, options.defaults(contributions.subscribe))
  const plugins = [...standIns.used, ...listed]
  const order = arrangePlugins(plugins, options.problems)

  contributions.rank(plugins.map((plugin) => plugin.id))
  const events = createEvents({
    onListenerError: (error, eventId) => log.error(say('eventListener', eventId), error),
  })
  const status = createStatus({ log, events, throws: options.throws, onListenerError })
  const stopListening = contributions.subscribe(status.notify)
  const services = createServices((token, cause) => loader.stepIn(token, cause))
  const parts = { services, contributions, events, status, log, clock }
  const { units, add, startAll, disposeAll } = createUnits(order.dependencies, parts)
  const loader = createLoader(standIns, add, parts)

  async function end(): Promise<void> {
    await disposeAll()
    stopListening()
    status.end()
    events.clear()
  }

  let starting: Promise<void> | undefined
  let disposing: Promise<void> | undefined
  try {
    order.sorted.forEach(loader.setUp)
  } catch (error) {
    disposing = end()
    throw error
  }

  return {
    state: status.state,
    events,
    get: services.get,
    find: services.find,
    list: contributions.list,
    subscribe: status.subscribe,
    inspect: () => createReport({ id, order, standIns, units, state: status.state, contributions }),
    start() {
      if (disposing) return Promise.resolve()
      starting ??= startAll()
      return starting
    },
    dispose() {
      disposing ??= end()
      return disposing
    },
  }
}
