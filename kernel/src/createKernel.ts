import { say } from '#sentences'
import { createEngine } from './engine/createEngine.js'
import type { Plugin, ServiceReader } from './engine/definePlugin.js'
import type { Events } from './engine/events.js'
import { type KernelReport, noteCopy } from './engine/inspect.js'
import { findStrangers, isPlugin } from './engine/pluginProblems.js'
import type { KernelState } from './engine/state.js'
import { version } from './engine/version.js'
import { claimStorage } from './claimStorage.js'
import { findOptionProblems } from './findOptionProblems.js'
import type { KernelOptions } from './wallet/kernelOptions.js'
import type { ExtensionPoint } from './keys/extensionPoint.js'
import { defaultClock } from './platform/clock.js'
import { describeOther } from './platform/describeOther.js'
import { inDevelopment } from './platform/inDevelopment.js'
import { isOptions } from './platform/isOptions.js'
import { createLog } from './platform/log.js'
import { corePlugins } from './wallet/corePlugins.js'

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

/**
 * Resolves plugins and owns their services, lists and lifecycle. Reads no browser global, so it runs on servers.
 *
 * @throws KernelConfigError with every host mistake at once: two plugins with one id, two providers of one
 *   token, cycles, things that are no plugins, options that do not exist. A plugin's own faults do not throw; see
 *   `kernel.state.plugins`.
 *
 * @example
 * const kernel = createKernel([eip155({ networks: [mainnet, base] }), siwx({ required: true }), showSwap && swap()])
 */
export function createKernel(inputs: readonly PluginInput[], given: KernelOptions = {}): Kernel {
  // From code without types anything may come.
  const options = isOptions(given) ? given : {}
  const { id = 'latchkey', clock = defaultClock, logLevel = 'error', onPluginError } = options
  const log = createLog(logLevel, id)
  const listed = flatten(inputs)
  const problems = [
    ...(Array.isArray(inputs) ? [] : [say('notAList')]),
    ...findStrangers(listed),
    ...(options === given
      ? findOptionProblems(options)
      : [say('noOptions', inDevelopment ? describeOther(given) : given)]),
  ]
  const engine = createEngine(listed.filter(isPlugin), {
    id,
    log,
    clock,
    throws: onPluginError === 'throw',
    problems,
    defaults: (subscribe) => corePlugins({ ...options, id, clock, log, subscribe }),
  })
  noteCopy(createKernel, version)
  const claim = options.storage ? undefined : claimStorage(id, log)
  return {
    ...engine,
    id,
    start() {
      claim?.take()
      return engine.start()
    },
    dispose() {
      claim?.release()
      return engine.dispose()
    },
  }
}

/** Each once, without the falsy ones; a host may write things that are no plugins. */
function flatten(inputs: readonly PluginInput[]): object[] {
  const flat: readonly unknown[] = [inputs as readonly unknown[]].flat(Number.POSITIVE_INFINITY)
  return [...new Set(flat)].filter(Boolean) as object[]
}
