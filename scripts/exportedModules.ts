import { readFileSync } from 'node:fs'

/** The modules beside a compiled entry that it exports from, such as `hooks/useAccount.js`. */
export function exportedModules(entry: string): readonly string[] {
  const lines = readFileSync(entry, 'utf8').matchAll(/ from '\.\/(.+?)'/g)
  return [...lines].flatMap(([, path]) => path ?? [])
}
