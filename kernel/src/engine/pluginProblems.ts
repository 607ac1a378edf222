import type { Plugin } from './definePlugin.js'
import { isText } from '../keys/isText.js'
import { needsOf } from './order.js'

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
  return listed
    .filter((value) => !isPlugin(value))
    .map((value) => `Expected plugins made with definePlugin, received ${describeValue(value)}.`)
}

/** Ids and services that are there twice. */
export function findDuplicates(plugins: readonly Plugin[]): string[] {
  const problems: string[] = []
  const ids = new Set<string>()
  const providers = new Map<symbol, string>()
  for (const { id, provides } of plugins) {
    if (ids.has(id)) problems.push(`Two plugins have the id "${id}". List it once, or rename one of them.`)
    ids.add(id)
    for (const token of provides) {
      const other = providers.get(token.symbol) ?? id
      if (other !== id)
        problems.push(`"${other}" and "${id}" both provide "${token.id}". List only one of them.`)
      providers.set(token.symbol, id)
    }
  }
  return problems
}

export function describeCycle(cycle: readonly string[]): string {
  return `These plugins need each other in a circle: ${cycle.map((id) => `"${id}"`).join(' → ')}.`
}

function describeValue(value: object): string {
  if (typeof value === 'function') return 'a function: call it, for example eip155() and not eip155'
  if (typeof value !== 'object') return `a ${typeof value}`
  const { id } = value as Partial<Plugin>
  if (!isText(id)) return 'an object without an id'
  return `"${id}", which lacks a setup or names tokens that are undefined (check for a circular import)`
}
