import type { BaseError } from '../errors/base.js'
import type { Plugin } from './definePlugin.js'
import { setupError } from './pluginErrors.js'
import { type SetUpOptions, setUpPlugin } from './setUpPlugin.js'
import type { StandIns } from './standIns.js'
import type { Status } from './status.js'
import type { Unit } from './units.js'

export interface Loader {
  setUp(plugin: Plugin): void
  /** Whether another plugin now provides the token, after the factory of the first one threw. */
  stepIn(token: { readonly symbol: symbol }, cause: unknown): boolean
}

/** Sets plugins up, and replaces lost ones with the kernel's own. */
export function createLoader(
  standIns: StandIns,
  add: (unit: Unit) => void,
  options: SetUpOptions & { readonly status: Status },
): Loader {
  /** Reports a plugin as lost, once the defaults that it replaced are back. */
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
