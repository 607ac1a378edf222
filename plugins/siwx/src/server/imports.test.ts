import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
)

const importsOf = (file: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )

const reachable = (entry: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(entry)) return seen
  seen.add(entry)
  for (const target of importsOf(entry).filter((name) => name.startsWith('.'))) {
    const path = relative(source, join(source, dirname(entry), target)).replace(/\.js$/, '.ts')
    reachable(existsSync(join(source, path)) ? path : `${path}x`, seen)
  }
  return seen
}

describe('the server entry', () => {
  const entry = 'server/index.ts'

  it('reaches nothing but curves, hashes, encodings and the parser of outside data', () => {
    const packages = [...reachable(entry)].flatMap((file) =>
      importsOf(file).filter((name) => !name.startsWith('.')),
    )
    const allowed = /^(@noble\/(curves|hashes)\/|@scure\/(base|sr25519)$|zod\/mini$)/
    expect(packages.length).toBeGreaterThan(20)
    expect(packages.filter((name) => !allowed.test(name))).toEqual([])
  })

  it('uses no global of Node alone', () => {
    for (const file of reachable(entry)) {
      expect(readFileSync(join(source, file), 'utf8'), file).not.toMatch(
        /\b(Buffer|process|require)[.(][\w"']/,
      )
    }
  })

  it('is not reached by the page entry', () => {
    expect([...reachable('index.ts')].filter((file) => file.startsWith('server'))).toEqual([])
  })

  it('leaves no file outside the entries', () => {
    const reached = new Set(
      [entry, 'index.ts', 'messages/index.ts', 'react/index.ts'].flatMap((name) => [...reachable(name)]),
    )
    expect(files.filter((file) => !reached.has(file))).toEqual([])
  })
})
