import type { BaseError } from '../errors/base.js'
import type { Plugin } from './definePlugin.js'
import { setupError } from './pluginErrors.js'
import { type SetUpOptions, setUpPlugin } from './setUpPlugin.js'
import type { StandIns } from './standIns.js'
import type { Status } from './status.js'
import type { Unit } from './units.js'

export interface Loader {
  setUp(plugin: Plugin): void
  /** Whether another plugin provides the token now, as the factory of the plugin that provided it threw. */
  stepIn(token: { readonly symbol: symbol }, cause: unknown): boolean
}

/** Sets plugins up, and puts the kernel's own plugins in the place of those that are lost. */
export function createLoader(
  standIns: StandIns,
  add: (unit: Unit) => void,
  options: SetUpOptions & { readonly status: Status },
): Loader {
  /** Says that a plugin is lost, after the defaults it replaced have taken its place. */
  function lose(plugin: Plugin, error: BaseError): void {
    standIns.take(plugin).forEach(setUp)
    options.status.fail(plugin.id, error)
  }

  function setUp(plugin: Plugin): void {
    try {
      add(setUpPlugin(plugin, options))
    } catch (error) {
      lose(plugin, error as BaseError)
    }
  }

  return {
    setUp,
    stepIn(token, cause) {
      const owner = standIns.replacedBy(token)
      if (owner) lose(owner, setupError(owner.id, cause))
      return owner !== undefined
    },
  }
}
