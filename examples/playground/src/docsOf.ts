import { importable } from './generateCode.js'
import type { PluginName } from './settings.js'

/** The page of the package that a plugin comes from. The two that this page makes itself have none. */
export function docsOf(name: PluginName): string | undefined {
  const folder = name === 'icons' || name === 'prices' ? name : folders.get(name)
  return folder && `/docs/plugins/${folder}/README.md`
}

const folders: ReadonlyMap<string, string> = new Map(
  importable.map(([name, entry]) => [name, entry.replace(/\/.*/, '')]),
)
