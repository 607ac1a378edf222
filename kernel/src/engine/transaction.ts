import { say } from '#sentences'
import type { Contributions } from './contributions.js'
import type { Plugin, PluginContext, ServiceReader } from './definePlugin.js'
import { PluginError } from '../errors/kernel.js'
import type { Events } from './events.js'
import { undeclared } from './pluginErrors.js'
import { createPluginEntries } from './pluginEntries.js'
import type { Status } from './status.js'
import type { Scope } from './scope.js'
import type { Services } from './services.js'
import type { Token } from '../keys/token.js'

export interface TransactionOptions {
  readonly plugin: Plugin
  readonly scope: Scope
  readonly services: Services
  readonly contributions: Contributions
  readonly events: Events
  readonly status: Pick<Status, 'note'>
}

export interface Transaction {
  readonly context: PluginContext
  commit(): void
  rollback(): void
}

/** What a plugin adds or provides during `setup` becomes visible only when `setup` returns. */
export function createTransaction(options: TransactionOptions): Transaction {
  const { plugin, scope, services, contributions, events, status } = options
  const provided = new Map<Token<unknown>['symbol'], () => void>()
  let open = true

  function keep(begin: () => () => void): () => void {
    scope.assertLive()
    const undo = begin()
    scope.defer(undo)
    return undo
  }

  const { added, add, assertFree, publish } = createPluginEntries({
    plugin,
    contributions,
    status,
    isOpen: () => open,
    keep,
  })

  const context: PluginContext = {
    id: plugin.id,
    signal: scope.signal,
    get: services.get,
    find: services.find,
    list: contributions.list,
    emit: events.emit,
    add(point, value) {
      scope.assertLive()
      return add(point, value)
    },
    provide<T>(token: Token<T>, factory: (reader: ServiceReader) => T) {
      const { id, symbol } = token
      const declared = plugin.provides.some((own) => own.symbol === symbol)
      if (open && !declared && plugin.yields?.some((own) => own.symbol === symbol)) return
      if (!open || !declared || provided.has(symbol)) throw undeclared(plugin.id, id)
      provided.set(symbol, () => services.register(token, factory))
    },
    on: (event, listener) => keep(() => events.on(event, listener)),
    onAny: (listener) => keep(() => events.onAny(listener)),
    defer: scope.defer,
  }

  return {
    context,
    commit() {
      const missing = plugin.provides.find((token) => !provided.has(token.symbol))
      if (missing) throw undeclared(plugin.id, missing.id)
      open = false
      // Once more: what this set-up emitted may have made another plugin add the same id.
      for (const entry of added) assertFree(entry)
      for (const register of provided.values()) register()
      added.forEach(publish)
    },
    rollback() {
      open = false
      added.clear()
    },
  }
}

/** @throws PluginError `PLUGIN_MISSING_SERVICE` that names everything the plugin needs and nobody provides. */
export function resolveDeps(plugin: Plugin, services: Services): Record<string, unknown> {
  const missing = Object.values(plugin.requires).filter((token) => !services.has(token))
  if (missing.length > 0) {
    const packages = [...new Set(missing.flatMap((token) => (token as Token<unknown>).package ?? []))]
    throw new PluginError(plugin.id, say('missing', plugin.id, ...missing.map(({ id }) => id)), {
      code: 'PLUGIN_MISSING_SERVICE',
      metaMessages: [say('missingHelp', ...packages)],
    })
  }
  const deps: Record<string, unknown> = {}
  for (const [key, token] of Object.entries({ ...plugin.requires, ...plugin.optional })) {
    deps[key] = services.find(token)
  }
  return deps
}
