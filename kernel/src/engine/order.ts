import type { Plugin } from './definePlugin.js'
import type { Token } from '../keys/token.js'

export interface PluginOrder {
  /** Providers before consumers, otherwise as the host wrote them. Of no use while there are cycles. */
  readonly sorted: readonly Plugin[]
  /** Ids of the plugins in each cycle, first repeated last. */
  readonly cycles: readonly (readonly string[])[]
  /** Ids of the plugins each plugin waits for. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
}

/** The tokens a plugin asks for. Tolerates what was not made with `definePlugin`. */
export function needsOf({ requires, optional }: Partial<Plugin>): readonly Token<unknown>[] {
  return [requires, optional].flatMap((record) => Object.values(record ?? {}))
}

/** Sorts plugins by the tokens they provide and need; the given order breaks ties. */
export function orderPlugins(plugins: readonly Plugin[]): PluginOrder {
  const providers = new Map<symbol, Plugin>()
  for (const plugin of plugins) for (const token of plugin.provides) providers.set(token.symbol, plugin)

  const dependencies = new Map<string, readonly string[]>()
  for (const plugin of plugins) {
    const ids = needsOf(plugin).map((token) => providers.get(token.symbol)?.id ?? plugin.id)
    dependencies.set(
      plugin.id,
      [...new Set(ids)].filter((id) => id !== plugin.id),
    )
  }

  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  const sorted = new Set<Plugin>()
  const cycles: string[][] = []
  const path: string[] = []

  function visit(plugin: Plugin): void {
    const { id } = plugin
    const start = path.indexOf(id)
    if (start >= 0) cycles.push([...path.slice(start), id])
    else if (!sorted.has(plugin)) {
      path.push(id)
      for (const dependency of dependencies.get(id) ?? []) visit(byId.get(dependency) as Plugin)
      path.pop()
      sorted.add(plugin)
    }
  }

  plugins.forEach(visit)
  return { sorted: [...sorted], cycles, dependencies }
}
