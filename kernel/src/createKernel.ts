import { proxy } from 'valtio/vanilla'
import { createContributions } from './engine/contributions.js'
import { defaultClock } from './platform/clock.js'
import { corePlugins } from './wallet/corePlugins.js'
import { createLog } from './platform/log.js'
import type { Plugin, PluginHandle, ServiceReader } from './engine/definePlugin.js'
import { BaseError } from './errors/base.js'
import { KernelConfigError } from './errors/kernel.js'
import { createEvents, type Events } from './engine/events.js'
import type { ExtensionPoint } from './keys/extensionPoint.js'
import { createReport, type KernelReport, noteCopy } from './engine/inspect.js'
import type { KernelOptions } from './kernelOptions.js'
import { type Listener, listen, tell } from './engine/listeners.js'
import { orderPlugins } from './engine/order.js'
import { checkVersion, setupError, startError } from './engine/pluginErrors.js'
import {
  describeCycle,
  findDuplicates,
  findOptionProblems,
  findStrangers,
  isPlugin,
} from './engine/pluginProblems.js'
import { Connector } from './contracts/points/connector.js'
import { createScope, type Scope } from './engine/scope.js'
import { createServices } from './engine/services.js'
import { type KernelState, PluginFailed, type PluginState } from './engine/state.js'
import { createTransaction, resolveDeps } from './engine/transaction.js'
import { version } from './engine/version.js'

/** Falsy entries are skipped and lists are flattened, so that a host can write `showSwap && swap()`. */
export type PluginInput = Plugin | false | null | undefined | readonly PluginInput[]

export interface Kernel extends ServiceReader {
  readonly id: string
  readonly state: KernelState
  readonly events: Events
  list<T extends { readonly id: string }>(point: ExtensionPoint<T>): readonly T[]
  /** Told after every change of a list or of a plugin's phase. */
  subscribe(listener: () => void): () => void
  /** Plain data about what is in the kernel, for a console or a bug report. Holds no secrets. */
  inspect(): KernelReport
  /** Runs every plugin's `start` once, in the browser. Never rejects unless `onPluginError` is `throw`. */
  start(): Promise<void>
  /** Undoes everything, in reverse, once. Never rejects. */
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

/**
 * Resolves plugins and owns their services, lists and lifecycle. Reads no browser global, so it runs on servers.
 *
 * @throws KernelConfigError with every host mistake at once: two plugins with one id, two providers of one
 *   token, cycles, things that are no plugins. A plugin's own faults do not throw; see `kernel.state.plugins`.
 *
 * @example
 * const kernel = createKernel([eip155({ networks: [mainnet, base] }), siwx({ required: true }), showSwap && swap()])
 */
export function createKernel(inputs: readonly PluginInput[], options: KernelOptions = {}): Kernel {
  const { id = 'latchkey', clock = defaultClock, logLevel = 'error', onPluginError } = options
  const log = createLog(logLevel, id)
  const onListenerError = (error: unknown) => log.error('A listener of the kernel threw.', error)
  const listed = flatten(inputs)
  const contributions = createContributions(onListenerError)
  const plugins = withDefaults(
    listed.filter(isPlugin),
    corePlugins({ ...options, id, clock, log, subscribe: contributions.subscribe }),
  )
  const order = orderPlugins(plugins)
  const problems = [
    ...findStrangers(listed),
    ...findDuplicates(plugins),
    ...order.cycles.map(describeCycle),
    ...findOptionProblems(options),
  ]
  if (problems.length > 0) throw new KernelConfigError(problems)
  noteCopy(createKernel, version)

  const services = createServices()
  contributions.rank(plugins.map((plugin) => plugin.id))
  const events = createEvents({
    onListenerError: (error, eventId) => log.error(`A listener of the event "${eventId}" threw.`, error),
  })
  const pluginStates: Record<string, PluginState> = {}
  const state = proxy({ phase: 'ready' as KernelState['phase'], plugins: pluginStates })
  const listeners = new Set<Listener<void>>()
  const notify = () => tell(listeners, undefined, onListenerError)
  const stopListening = contributions.subscribe(notify)
  const units = new Map<string, Unit>()
  let starting: Promise<void> | undefined
  let disposing: Promise<void> | undefined

  function setPhase(pluginId: string, phase: PluginState['phase'], error?: BaseError): void {
    state.plugins[pluginId] = error ? { phase, error } : { phase }
    notify()
  }

  function fail(pluginId: string, error: BaseError): void {
    setPhase(pluginId, 'failed', error)
    log.error(`The plugin "${pluginId}" failed: ${error.shortMessage}`, error)
    if (onPluginError === 'throw') throw error
    events.emit(PluginFailed, { pluginId, error })
  }

  function setUp(plugin: Plugin): void {
    const scope = createScope(plugin.id, (error) =>
      log.error(`A cleanup of the plugin "${plugin.id}" threw.`, error),
    )
    const startedAt = clock.now()
    const transaction = createTransaction({ plugin, scope, services, contributions, events })
    try {
      checkVersion(plugin)
      if (plugin.meet && plugin.meet !== BaseError.meet) BaseError.meet(plugin.meet(BaseError.isOwn))
      const handle = plugin.setup(transaction.context, resolveDeps(plugin, services))
      transaction.commit()
      units.set(plugin.id, { plugin, scope, handle, timings: { setupTime: clock.now() - startedAt } })
      setPhase(plugin.id, 'ready')
    } catch (cause) {
      transaction.rollback()
      void scope.dispose()
      fail(plugin.id, setupError(plugin.id, cause))
    }
  }

  async function startUnit(unit: Unit): Promise<void> {
    const { plugin, handle, scope } = unit
    await Promise.all((order.dependencies.get(plugin.id) ?? []).map((needed) => units.get(needed)?.started))
    if (scope.disposed) return
    const startedAt = clock.now()
    setPhase(plugin.id, 'starting')
    const slow = clock.setTimeout(() => {
      log.warn(`The plugin "${plugin.id}" has been starting for over a second.`)
    }, slowStart)
    try {
      await handle?.start?.()
      if (!scope.disposed) setPhase(plugin.id, 'started')
    } catch (cause) {
      // Derived, not copied: a connector may be an instance of a class.
      contributions.rewrite(plugin.id, Connector, (connector) =>
        Object.create(connector, { readiness: { value: () => 'unsupported' } }),
      )
      if (!scope.disposed) fail(plugin.id, startError(plugin.id, cause))
    } finally {
      clock.clearTimeout(slow)
      unit.timings.startTime = clock.now() - startedAt
    }
  }

  async function startAll(): Promise<void> {
    // Assigned in graph order, so that every wait finds its provider's promise.
    for (const unit of units.values()) unit.started = startUnit(unit)
    state.phase = 'started'
    const results = await Promise.allSettled([...units.values()].map((unit) => unit.started))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
  }

  /** Waits for a plugin's cleanups, but one that never ends must not keep the others from being disposed. */
  function inTime({ plugin, scope }: Unit): Promise<void> {
    return new Promise((resolve) => {
      const late = clock.setTimeout(() => {
        log.error(`The plugin "${plugin.id}" has been cleaning up for over ${slowCleanup / 1_000} seconds.`)
        resolve()
      }, slowCleanup)
      void scope.dispose().then(() => {
        clock.clearTimeout(late)
        resolve()
      })
    })
  }

  async function disposeAll(): Promise<void> {
    for (const unit of [...units.values()].reverse()) {
      await inTime(unit)
      setPhase(unit.plugin.id, 'disposed')
    }
    state.phase = 'disposed'
    stopListening()
    notify()
    listeners.clear()
    events.clear()
  }

  try {
    order.sorted.forEach(setUp)
  } catch (error) {
    disposing = disposeAll()
    throw error
  }

  return {
    id,
    state,
    events,
    get: services.get,
    find: services.find,
    list: contributions.list,
    subscribe: (listener) => listen(listeners, listener),
    inspect: () => createReport({ id, plugins: order.sorted, units, state, contributions }),
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

/** Each once, without the falsy ones; a host may write things that are no plugins. */
function flatten(inputs: readonly PluginInput[]): object[] {
  const flat: readonly unknown[] = (inputs as readonly unknown[]).flat(Number.POSITIVE_INFINITY)
  return [...new Set(flat)].filter(Boolean) as object[]
}

/** The kernel's own plugins are defaults: each steps aside when a listed plugin provides one of its tokens. */
function withDefaults(listed: readonly Plugin[], defaults: readonly Plugin[]): Plugin[] {
  const taken = new Set(listed.flatMap((plugin) => plugin.provides.map((token) => token.symbol)))
  const left = defaults.filter((plugin) => !plugin.provides.some((token) => taken.has(token.symbol)))
  return [...left, ...listed]
}
