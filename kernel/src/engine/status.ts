import { say } from '#sentences'
import { proxy } from 'valtio/vanilla'
import type { BaseError } from '../errors/base.js'
import type { EngineLog } from './createEngine.js'
import type { Events } from './events.js'
import { type Listener, addListener, tellListeners } from './listeners.js'
import { type KernelState, PluginFailed, type PluginState } from './state.js'
import { readOnly } from './readOnly.js'

/** The phases of the kernel and of its plugins, and who is told of them. */
export interface Status {
  readonly state: KernelState
  phaseOf(pluginId: string): PluginState['phase'] | undefined
  setKernelPhase(phase: KernelState['phase']): void
  setPhase(pluginId: string, phase: PluginState['phase'], error?: BaseError): void
  /** The plugin is lost. @throws the error itself with `onPluginError: 'throw'`. */
  fail(pluginId: string, error: BaseError): void
  /** One thing of the plugin is lost; the plugin goes on. @throws the error itself with `onPluginError: 'throw'`. */
  note(pluginId: string, error: BaseError): void
  subscribe(listener: () => void): () => void
  notify(): void
  /** Announces that the kernel was disposed. Nothing is announced after that. */
  end(): void
}

export interface StatusOptions {
  readonly log: EngineLog
  readonly events: Pick<Events, 'emit'>
  readonly throws: boolean
  onListenerError(error: unknown): void
}

export function createStatus({ log, events, throws, onListenerError }: StatusOptions): Status {
  const plugins: Record<string, PluginState> = {}
  const state = proxy({ phase: 'ready' as KernelState['phase'], plugins })
  const listeners = new Set<Listener<void>>()

  function record(pluginId: string, phase: PluginState['phase'], error: BaseError): void {
    status.setPhase(pluginId, phase, error)
    log.error(say('failed', pluginId, error.shortMessage), error)
    if (throws) throw error
    events.emit(PluginFailed, { pluginId, error })
  }

  const status: Status = {
    state: readOnly(state),
    phaseOf: (pluginId) => state.plugins[pluginId]?.phase,
    setKernelPhase(phase) {
      state.phase = phase
    },
    setPhase(pluginId, phase, error = phase === 'failed' ? undefined : state.plugins[pluginId]?.error) {
      state.plugins[pluginId] = error ? { phase, error } : { phase }
      status.notify()
    },
    fail: (pluginId, error) => record(pluginId, 'failed', error),
    note: (pluginId, error) => record(pluginId, status.phaseOf(pluginId) ?? 'ready', error),
    subscribe: (listener) => addListener(listeners, listener),
    notify: () => tellListeners(listeners, undefined, onListenerError),
    end() {
      state.phase = 'disposed'
      status.notify()
      listeners.clear()
    },
  }
  return status
}
