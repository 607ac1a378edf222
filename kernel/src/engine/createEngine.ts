import { say } from '#sentences'
import { BaseError } from '../errors/base.js'
import { KernelConfigError } from '../errors/kernel.js'
import type { ListReader } from '../keys/extensionPoint.js'
import { type Contributions, createContributions } from './contributions.js'
import type { Plugin, PluginHandle, ServiceReader } from './definePlugin.js'
import { createEvents, type Events } from './events.js'
import { createReport, type KernelReport } from './inspect.js'
import { leaveToOthers } from './leaveToOthers.js'
import { orderPlugins } from './order.js'
import { checkVersion, handleOf, setupError, startError } from './pluginErrors.js'
import { describeCycle, findDuplicates } from './pluginProblems.js'
import { createScope, type Scope } from './scope.js'
import { createServices } from './services.js'
import type { KernelState } from './state.js'
import { createStatus } from './status.js'
import { createTransaction, resolveDeps } from './transaction.js'

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

interface Unit {
  readonly plugin: Plugin
  readonly scope: Scope
  readonly handle: PluginHandle | undefined
  readonly timings: { readonly setupTime: number; startTime?: number }
  started?: Promise<void>
}

const slowStart = 1_000
const slowCleanup = 5_000

/** @throws KernelConfigError with every mistake of the host at once. */
export function createEngine(given: readonly Plugin[], options: EngineOptions): Engine {
  const { id, log, clock } = options
  const listed = leaveToOthers(given)
  const onListenerError = (error: unknown) => log.error(say('listener'), error)
  const contributions = createContributions(onListenerError)
  const { used, aside } = sortDefaults(listed, options.defaults(contributions.subscribe))
  const plugins = [...used, ...listed]
  const order = orderPlugins(plugins)
  const problems = [...options.problems, ...findDuplicates(plugins), ...order.cycles.map(describeCycle)]
  if (problems.length > 0) throw new KernelConfigError(problems)

  contributions.rank(plugins.map((plugin) => plugin.id))
  const events = createEvents({
    onListenerError: (error, eventId) => log.error(say('eventListener', eventId), error),
  })
  const status = createStatus({ log, events, throws: options.throws, onListenerError })
  const stopListening = contributions.subscribe(status.notify)
  const services = createServices((token, cause) => {
    const owner = listed.find((plugin) => plugin.provides.some(({ symbol }) => symbol === token.symbol))
    if (!owner || !aside.some((plugin) => sharesToken(plugin, owner))) return false
    lose(owner, setupError(owner.id, cause))
    return true
  })
  const units = new Map<string, Unit>()
  const standIns: Plugin[] = []
  let starting: Promise<void> | undefined
  let disposing: Promise<void> | undefined

  /** Says that a plugin is lost, after the defaults it replaced have taken its place. */
  function lose(plugin: Plugin, error: BaseError): void {
    for (const substitute of aside.filter((candidate) => sharesToken(candidate, plugin))) {
      aside.splice(aside.indexOf(substitute), 1)
      standIns.push(substitute)
      setUp(substitute)
      const unit = units.get(substitute.id)
      if (unit && starting) unit.started = startUnit(unit)
    }
    status.fail(plugin.id, error)
  }

  function setUp(plugin: Plugin): void {
    const scope = createScope(plugin.id, (error) => log.error(say('cleanup', plugin.id), error))
    const startedAt = clock.now()
    const transaction = createTransaction({ plugin, scope, services, contributions, events, status })
    try {
      checkVersion(plugin)
      if (plugin.meet && plugin.meet !== BaseError.meet) BaseError.meet(plugin.meet(BaseError.isOwn))
      const handle = handleOf(plugin.id, plugin.setup(transaction.context, resolveDeps(plugin, services)))
      transaction.commit()
      units.set(plugin.id, { plugin, scope, handle, timings: { setupTime: clock.now() - startedAt } })
      status.setPhase(plugin.id, 'ready')
    } catch (cause) {
      transaction.rollback()
      void scope.dispose()
      lose(plugin, setupError(plugin.id, cause))
    }
  }

  async function startUnit(unit: Unit): Promise<void> {
    const { plugin, handle, scope } = unit
    await Promise.all((order.dependencies.get(plugin.id) ?? []).map((needed) => units.get(needed)?.started))
    if (scope.disposed || status.phaseOf(plugin.id) === 'failed') return
    const startedAt = clock.now()
    status.setPhase(plugin.id, 'starting')
    const slow = clock.setTimeout(() => {
      log.warn(say('slowStart', plugin.id))
    }, slowStart)
    try {
      await handle?.start?.()
      if (!scope.disposed) status.setPhase(plugin.id, 'started')
    } catch (cause) {
      contributions.degrade(plugin.id)
      if (!scope.disposed) status.fail(plugin.id, startError(plugin.id, cause))
    } finally {
      clock.clearTimeout(slow as never)
      unit.timings.startTime = clock.now() - startedAt
    }
  }

  async function startAll(): Promise<void> {
    for (const sentence of contributions.review()) log.warn(sentence)
    // Assigned in graph order, so that every wait finds its provider's promise.
    for (const unit of units.values()) unit.started = startUnit(unit)
    status.setKernelPhase('started')
    const results = await Promise.allSettled([...units.values()].map((unit) => unit.started))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
  }

  async function disposeAll(): Promise<void> {
    for (const { plugin, scope } of [...units.values()].reverse()) {
      await disposeInTime(plugin.id, scope, options)
      status.setPhase(plugin.id, 'disposed')
    }
    status.setKernelPhase('disposed')
    stopListening()
    status.notify()
    status.clear()
    events.clear()
  }

  try {
    order.sorted.forEach(setUp)
  } catch (error) {
    disposing = disposeAll()
    throw error
  }

  return {
    state: status.state,
    events,
    get: services.get,
    find: services.find,
    list: contributions.list,
    subscribe: status.subscribe,
    inspect: () =>
      createReport({
        id,
        plugins: [...order.sorted, ...standIns],
        standIns,
        units,
        state: status.state,
        contributions,
      }),
    start() {
      if (disposing) return Promise.resolve()
      starting ??= startAll()
      return starting
    },
    dispose() {
      disposing ??= disposeAll()
      return disposing
    },
  }
}

/** Waits for a plugin's cleanups, but one that never ends must not keep the others from being disposed. */
function disposeInTime(
  pluginId: string,
  scope: Scope,
  { clock, log }: Pick<EngineOptions, 'clock' | 'log'>,
): Promise<void> {
  return new Promise((resolve) => {
    const late = clock.setTimeout(() => {
      log.error(say('slowCleanup', pluginId, slowCleanup / 1_000))
      resolve()
    }, slowCleanup)
    void scope.dispose().then(() => {
      clock.clearTimeout(late as never)
      resolve()
    })
  })
}

function sharesToken(left: Plugin, right: Plugin): boolean {
  return left.provides.some(({ symbol }) => right.provides.some((token) => token.symbol === symbol))
}

/** Defaults that are used, and those that step aside for a listed plugin. */
function sortDefaults(listed: readonly Plugin[], defaults: readonly Plugin[]) {
  const isReplaced = (plugin: Plugin) => listed.some((other) => sharesToken(plugin, other))
  return { used: defaults.filter((plugin) => !isReplaced(plugin)), aside: defaults.filter(isReplaced) }
}
