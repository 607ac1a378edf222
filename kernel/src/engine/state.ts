import type { BaseError } from '../errors/base.js'
import { event } from '../keys/event.js'

/** `ready` after set-up, `started` after start, `failed` with the error, `disposed` at the end. */
export type PluginPhase = 'ready' | 'starting' | 'started' | 'failed' | 'disposed'

export interface PluginState {
  readonly phase: PluginPhase
  readonly error?: BaseError
}

/** A valtio proxy: read it with `useSnapshot`, or with `snapshot` and `subscribe` from `valtio/vanilla`. */
export interface KernelState {
  readonly phase: 'ready' | 'started' | 'disposed'
  readonly plugins: Readonly<Record<string, PluginState>>
}

/** A plugin failed, in whatever phase. It costs only itself; the error says what the person is missing. */
export const PluginFailed = event<{ readonly pluginId: string; readonly error: BaseError }>('PLUGIN_FAILED')
