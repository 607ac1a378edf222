import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

/** The plugins' files of parts, by the name they are imported by. Their types come from the whole package. */
const parts = [
  {
    plugin: 'solana',
    name: '#web3',
    file: 'web3/index.js',
    keptOut: ['rpc-websockets', 'jayson', 'node-fetch'],
  },
  {
    plugin: 'polkadot',
    name: '#api',
    file: 'api/index.js',
    keptOut: ['@substrate/connect', 'smoldot', 'nock'],
  },
]

/** Names of values that sources import from a specifier. */
function valuesFrom(folder: string, name: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const imports = files.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)])
  return new Set(
    imports
      .filter(([, , from]) => from === name)
      .flatMap(([, names = '']) => names.split(','))
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && !entry.startsWith('type ')),
  )
}

describe.each(parts)('$name of the $plugin plugin', ({ plugin, name, file, keptOut }) => {
  const folder = join(root, 'plugins', plugin)
  const text = readFileSync(join(folder, file), 'utf8')

  it('has every value that is imported from it', async () => {
    const values = valuesFrom(join(folder, 'src'), name)
    expect(values.size).toBeGreaterThan(0)
    const made = Object.keys((await import(/* @vite-ignore */ join(folder, file))) as object)
    expect([...values].filter((value) => !made.includes(value))).toEqual([])
  })

  it('asks only for what the plugin depends on, and for nothing that is kept out', () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const asked = [...text.matchAll(/^(?:import|export) (?:[^'"\n]* from )?"([^"]+)"/gm)].map(
      ([, from = '']) => from,
    )
    const owner = (from: string) =>
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/')
    expect(asked.filter((from) => !(owner(from) in dependencies))).toEqual([])
    expect(asked.filter((from) => keptOut.includes(owner(from)))).toEqual([])
    expect(keptOut.filter((out) => out in dependencies)).toEqual([])
  })

  it('names the licence of every part', () => {
    const licences = readFileSync(join(folder, file.replace('index.js', 'LICENSE.txt')), 'utf8')
    const stated = [...licences.matchAll(/^\S+ \d+\.\d+\.\d+\S* \(([^)]+)\)$/gm)].map(
      ([, licence]) => licence,
    )
    expect(stated.length).toBeGreaterThan(3)
    expect(stated.filter((licence) => /GPL/.test(licence ?? ''))).toEqual([])
  })
})
