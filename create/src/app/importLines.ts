/** Names that a file takes from a module. */
export interface Import {
  readonly from: string
  readonly names: readonly string[]
}

/** Writes imports, each module once, sorted by module. */
export function importLines(imports: readonly Import[]): readonly string[] {
  const byModule = new Map<string, readonly string[]>()
  for (const { from, names } of imports) byModule.set(from, [...(byModule.get(from) ?? []), ...names])
  return [...byModule]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, names]) => `import { ${[...new Set(names)].sort().join(', ')} } from '${from}'`)
}
