// A host with `exactOptionalPropertyTypes` passes what it may not have: `label={maybe}`.
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url)

/** Optional members of exported props and options that don't take `undefined`, of those written on one line. */
function strictMembers(text: string): readonly string[] {
  const found: string[] = []
  let open: { readonly name: string; depth: number } | undefined
  for (const line of text.split('\n')) {
    const name = /^export (?:interface|type) (\w*(?:Props|Options))\b.*\{$/.exec(line)?.[1]
    if (name) open = { name, depth: 0 }
    if (!open) continue
    const [, member, type = ''] = /^ {2}(?:readonly )?(\w+)\?: (.*[^{(<|,[])$/.exec(line) ?? []
    const takes = type === 'unknown' || type.includes('undefined')
    if (member && open.depth === 1 && !takes) found.push(`${open.name}.${member}`)
    open.depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length
    if (open.depth <= 0) open = undefined
  }
  return found
}

it('finds an optional member that takes no undefined', () => {
  const text = 'export interface ButtonProps {\n  readonly a?: string\n  readonly b?: string | undefined\n}'
  expect(strictMembers(text)).toEqual(['ButtonProps.a'])
})

it('takes undefined for every optional prop and option of what hosts install', () => {
  const folders = ['kernel/src', 'ui-react/src', 'plugins/*/src']
  const files = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' })
  const meant = files
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test|\/(?:lazy|testing)\//.test(path))
  expect(meant.length).toBeGreaterThan(500)
  const found = meant.flatMap((path) =>
    strictMembers(readFileSync(new URL(path, root), 'utf8')).map((member) => `${path}: ${member}`),
  )
  expect(found).toEqual([])
})
