import { say } from '#sentences'
import { BaseError } from '../errors/base.js'
import type { EngineClock, EngineLog } from './createEngine.js'
import type { Plugin } from './definePlugin.js'
import { checkVersion, handleOf, setupError } from './pluginErrors.js'
import { createScope } from './scope.js'
import { type TransactionOptions, createTransaction, resolveDeps } from './transaction.js'
import type { Unit } from './units.js'

export interface SetUpOptions extends Omit<TransactionOptions, 'plugin' | 'scope'> {
  readonly log: EngineLog
  readonly clock: EngineClock
}

/**
 * Runs the plugin's `setup`. Nothing of a plugin that fails is left.
 * @throws PluginError that says why the plugin is lost.
 */
export function setUpPlugin(plugin: Plugin, options: SetUpOptions): Unit {
  const { services, log, clock } = options
  const scope = createScope(plugin.id, (error) => log.error(say('cleanup', plugin.id), error))
  const startedAt = clock.now()
  const transaction = createTransaction({ ...options, plugin, scope })
  try {
    checkVersion(plugin)
    if (plugin.meet && plugin.meet !== BaseError.meet) BaseError.meet(plugin.meet(BaseError.isOwn))
    const handle = handleOf(plugin.id, plugin.setup(transaction.context, resolveDeps(plugin, services)))
    transaction.commit()
    return { plugin, scope, handle, timings: { setupTime: clock.now() - startedAt } }
  } catch (cause) {
    transaction.rollback()
    void scope.dispose()
    throw setupError(plugin.id, cause)
  }
}
