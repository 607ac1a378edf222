import { say } from '#sentences'
import type { Contributions } from './contributions.js'
import type { EngineClock, EngineLog } from './createEngine.js'
import type { Plugin, PluginHandle } from './definePlugin.js'
import { startError } from './pluginErrors.js'
import type { Scope } from './scope.js'
import type { Status } from './status.js'

/** A plugin that was set up. */
export interface Unit {
  readonly plugin: Plugin
  readonly scope: Scope
  readonly handle: PluginHandle | undefined
  readonly timings: { readonly setupTime: number; startTime?: number }
  started?: Promise<void>
}

export interface UnitsOptions {
  readonly contributions: Contributions
  readonly status: Status
  readonly log: EngineLog
  readonly clock: EngineClock
}

const slowStart = 1_000
const slowCleanup = 5_000

/**
 * Starts plugins after the ones they need, and ends them in reverse order.
 * @param dependencies Ids of the plugins each plugin waits for.
 */
export function createUnits(
  dependencies: ReadonlyMap<string, readonly string[]>,
  { contributions, status, log, clock }: UnitsOptions,
) {
  /** By plugin id, in the order of set-up. */
  const units = new Map<string, Unit>()
  let isStarting = false

  async function start(unit: Unit): Promise<void> {
    const { plugin, handle, scope } = unit
    const { id } = plugin
    await Promise.all((dependencies.get(id) ?? []).map((needed) => units.get(needed)?.started))
    if (scope.disposed || status.phaseOf(id) === 'failed') return
    const startedAt = clock.now()
    status.setPhase(id, 'starting')
    const slow = clock.setTimeout(() => log.warn(say('slowStart', id)), slowStart)
    try {
      await handle?.start?.()
      if (!scope.disposed) status.setPhase(id, 'started')
    } catch (cause) {
      contributions.degrade(id)
      if (!scope.disposed) status.fail(id, startError(id, cause))
    } finally {
      clock.clearTimeout(slow as never)
      unit.timings.startTime = clock.now() - startedAt
    }
  }

  return {
    units,
    add(unit: Unit): void {
      units.set(unit.plugin.id, unit)
      status.setPhase(unit.plugin.id, 'ready')
      if (isStarting) unit.started = start(unit)
    },
    async startAll(): Promise<void> {
      for (const sentence of contributions.review()) log.warn(sentence)
      // Assigned in graph order, so that every wait finds its provider's promise.
      for (const unit of units.values()) unit.started = start(unit)
      isStarting = true
      status.setKernelPhase('started')
      const results = await Promise.allSettled([...units.values()].map((unit) => unit.started))
      const failure = results.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
    },
    async disposeAll(): Promise<void> {
      for (const { plugin, scope } of [...units.values()].reverse()) {
        await disposeInTime(plugin.id, scope, { clock, log })
        status.setPhase(plugin.id, 'disposed')
      }
    },
  }
}

/** Waits for a plugin's cleanups, but not forever: one that hangs must not keep the others from being disposed. */
function disposeInTime(
  pluginId: string,
  scope: Scope,
  { clock, log }: Pick<UnitsOptions, 'clock' | 'log'>,
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
