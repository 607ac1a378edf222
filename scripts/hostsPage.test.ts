import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './workspace.js'

const page = readFileSync(join(root, 'docs/hosts.md'), 'utf8')
const named = new Set(Array.from(page.matchAll(/(\w+)\(/g), ([, name]) => name))

// Plugin by plugin, and only what it writes itself: its node_modules lead to the other plugins.
const sources = readdirSync(join(root, 'plugins')).flatMap((plugin) =>
  readdirSync(join(root, 'plugins', plugin, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(plugin, 'src', path)),
)

const isExported = (name: string) =>
  new RegExp(`^export \\{[^}]*\\} from '[^']*/${name}\\.js'`, 'm').test(entries)
const entries = sources
  .filter((path) => basename(path) === 'index.ts')
  .map((path) => readFileSync(join(root, 'plugins', path), 'utf8'))
  .join('\n')

/** What a host lists by name and what asks a server: it takes one's address, or requires the kernel's `Http`. */
function findAsking(): readonly string[] {
  return sources.flatMap((path) => {
    const name = basename(path, '.ts')
    const text = readFileSync(join(root, 'plugins', path), 'utf8')
    const isListed =
      new RegExp(`^export function ${name}\\b`, 'm').test(text) &&
      (text.includes('definePlugin(') || /^export interface \w+Options\b/m.test(text))
    const isAsking = /\bhttp: Http\b/.test(text) || /^ {2}readonly (?:url|\w+Url)s?\??:/m.test(text)
    return isListed && isAsking && isExported(name) && !/\/(?:lazy|sdk|server)\//.test(path) ? [name] : []
  })
}

it('the page of hosts has a row for everything that asks a server', () => {
  const asking = findAsking()
  expect(asking).toEqual(
    expect.arrayContaining(['eip155', 'serviceSwaps', 'serviceExchanges', 'hostedOnramp']),
  )
  expect(asking.filter((name) => !named.has(name))).toEqual([])
})
