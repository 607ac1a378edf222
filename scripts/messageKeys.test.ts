import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { findSources, root } from './workspace.js'

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

interface Catalogue {
  readonly path: string
  readonly section: string
  readonly keys: readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Every call of `defineMessages` with a section and an object. */
function* cataloguesOf(path: string, node: Node): Generator<Catalogue> {
  if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'defineMessages') {
    const [section, messages] = node['arguments'] as readonly Node[]
    const properties = (messages?.['properties'] ?? []) as readonly Node[]
    const keys = properties.map((property) => String((property['key'] as Node | undefined)?.['name']))
    yield { path, section: String(section?.['value']), keys }
  }
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* cataloguesOf(path, part)
}

const files = ['kernel/src', 'ui-react/src', 'plugins', 'examples']
  .flatMap((folder) => [...findSources(join(root, folder))])
  .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }))
const catalogues = files
  .filter(({ text }) => text.includes('defineMessages('))
  .flatMap(({ path, text }) => [...cataloguesOf(path, parseSync(path, text).program as unknown as Node)])

/** The folder of a file's package. */
const packageOf = (path: string) => /^(?:kernel|ui-react|[^/]+\/[^/]+)/.exec(path)?.[0] ?? ''

/**
 * Keys that no view of the package reads as a member, and that are named nowhere: by another package that brings words of its
 * own, or by a state that has the key's name.
 */
function unusedKeys({ path, section, keys }: Catalogue): readonly string[] {
  const own = files.filter((file) => packageOf(file.path) === packageOf(path))
  const isUsed = (key: string) =>
    own.some(({ text }) => new RegExp(`\\.${key}\\b`).test(text)) ||
    files.some(({ text }) => new RegExp(`(['"\`])${key}\\1`).test(text))
  return keys.filter((key) => !isUsed(key)).map((key) => `${section}.${key}`)
}

/** Words of views that are still being built. Remove one from this list once it's used. */
const awaited = ['emailAuth.connectionLost']

it('finds the messages of the modal and of plugins', () => {
  expect(catalogues.map(({ section }) => section)).toEqual(
    expect.arrayContaining(['send', 'swap', 'pay', 'onramp']),
  )
})

it.each(catalogues)('of $section in $path are all used', (catalogue) => {
  expect(catalogue.keys.length).toBeGreaterThan(0)
  expect(unusedKeys(catalogue).filter((key) => !awaited.includes(key))).toEqual([])
})
