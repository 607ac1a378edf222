import { say } from '#sentences'
import type { Plugin } from './definePlugin.js'
import { KernelConfigError } from '../errors/kernel.js'
import { isText } from '../keys/isText.js'
import { type PluginOrder, needsOf, orderPlugins } from './order.js'

export function isPlugin(value: object): value is Plugin {
  const plugin: Partial<Plugin> = value
  return (
    isText(plugin.id) &&
    typeof plugin.setup === 'function' &&
    Array.isArray(plugin.provides) &&
    [...plugin.provides, ...needsOf(plugin)].every((token) => typeof token?.symbol === 'symbol')
  )
}

/** What the host listed that is no plugin. */
export function findStrangers(listed: readonly object[]): string[] {
  return listed.filter((value) => !isPlugin(value)).map((value) => say('stranger', value))
}

/**
 * The order in which the plugins can be set up.
 * @param problems What the host got wrong, found before.
 * @throws KernelConfigError with every mistake of the host at once.
 */
export function arrangePlugins(plugins: readonly Plugin[], problems: readonly string[]): PluginOrder {
  const order = orderPlugins(plugins)
  const cycles = order.cycles.map((cycle) => say('cycle', ...cycle))
  const all = [...problems, ...findDuplicates(plugins), ...cycles]
  if (all.length > 0) throw new KernelConfigError(all)
  return order
}

/** Ids and services that are there twice. */
function findDuplicates(plugins: readonly Plugin[]): string[] {
  const problems: string[] = []
  const ids = new Set<string>()
  const providers = new Map<symbol, string>()
  for (const { id, provides } of plugins) {
    if (ids.has(id)) problems.push(say('sameId', id))
    ids.add(id)
    for (const token of provides) {
      const other = providers.get(token.symbol) ?? id
      if (other !== id) problems.push(say('sameService', other, id, token.id))
      providers.set(token.symbol, id)
    }
  }
  return problems
}
