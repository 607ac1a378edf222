import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runGenerator } from 'create-latchkey/project'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { pluginGenerator } from './pluginGenerator.js'

const kinds = ['chain', 'connector', 'feature', 'view'] as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-plugin-'))
  const devDependencies = Object.fromEntries(
    Object.keys(manifest.devDependencies).map((name) => [name, '1.2.3']),
  )
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies }))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the generator with versions as a release would set them. */
async function run(...words: readonly string[]) {
  const said: string[] = []
  const warned: string[] = []
  const code = await runGenerator(
    { ...pluginGenerator, manifest: pathToFileURL(join(folder, 'package.json')) },
    {
      words,
      environment: {},
      nodeVersion: process.versions.node,
      isTerminal: false,
      say: (line) => void said.push(line),
      warn: (line) => void warned.push(line),
    },
  )
  return { code, said: said.join('\n'), warned: warned.join('\n') }
}

function filesOf(name: string): Readonly<Record<string, string>> {
  const place = join(folder, name)
  return Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(place, file), readFileSync(file, 'utf8')]),
  )
}

const write = (kind: string, name = 'latchkey-plugin-tally') => run(join(folder, name), '--kind', kind)

describe('a plugin that is written', () => {
  it.each(kinds)('has no word of the templates left, and says what to type: %s', async (kind) => {
    const { code, said, warned } = await write(kind)
    expect([code, warned]).toEqual([0, ''])
    expect(said).toContain('npm install\n  npm test\n  npm run dev')
    const files = filesOf('latchkey-plugin-tally')
    const texts = [...Object.keys(files), ...Object.values(files)]
    expect(texts.filter((text) => /__[a-z]\w*__/.test(text))).toEqual([])
    expect(files['src/tally.ts']).toContain('export function tally(')
    expect(files['README.md']).toMatch(/^# latchkey-plugin-tally\n\nTally for /)
    expect(files['.gitignore']).toContain('node_modules/')
  })

  it.each(kinds)('has the manifest that the guide to publishing wants: %s', async (kind) => {
    await write(kind)
    const files = filesOf('latchkey-plugin-tally')
    const own = JSON.parse(files['package.json'] ?? '') as {
      readonly [field: string]: unknown
      readonly peerDependencies: Readonly<Record<string, string>>
      readonly dependencies?: Readonly<Record<string, string>>
    }
    expect(own).toMatchObject({
      name: 'latchkey-plugin-tally',
      sideEffects: false,
      license: 'MIT',
      keywords: ['latchkey-plugin'],
    })
    const entries = kind === 'feature' ? ['.', './react'] : ['.']
    expect(Object.keys(own['exports'] as object)).toEqual(entries)
    expect(own.peerDependencies).toMatchObject({ '@latchkey/kernel': '^1.0.0' })
    expect(Object.keys(own.dependencies ?? {}).filter((name) => name.startsWith('@latchkey/'))).toEqual([])
    for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) expect(files).toHaveProperty([name])
  })

  it.each(kinds)('has one test that says which line to put where: %s', async (kind) => {
    await write(kind)
    const files = filesOf('latchkey-plugin-tally')
    const [, path = '', anchor = ''] =
      /In (\S+), put this (?:behind|in the place of) "(.+)":\n\n {2}\S.*\n/.exec(
        files['test/next.test.ts'] ?? '',
      ) ?? []
    expect(files[path]?.split(anchor)).toHaveLength(2)
  })
})

describe('a chain that is written', () => {
  it('needs at most 14 names of the kernel in what it publishes', async () => {
    await write('chain')
    const sources = Object.entries(filesOf('latchkey-plugin-tally')).filter(([path]) =>
      path.startsWith('src/'),
    )
    const names = sources.flatMap(([, text]) =>
      [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '@latchkey\/kernel\/\w+'/gm)].flatMap(
        ([, list = '']) => list.split(',').map((name) => name.trim().replace(/^type /, '')),
      ),
    )
    expect([...new Set(names)].filter((name) => name !== '').sort()).toMatchInlineSnapshot(`
      [
        "Balance",
        "BaseError",
        "Connector",
        "Explorer",
        "Namespace",
        "Network",
        "Send",
        "SignMessage",
        "capability",
        "createInjectedWallet",
        "createJsonRpc",
        "definePlugin",
        "linkToExplorer",
        "submitOnce",
      ]
    `)
    expect(new Set(names).size).toBeLessThanOrEqual(14)
  })
})

describe('words that won’t do', () => {
  it.each([
    ['--kind', 'chains'],
    ['--kind', 'chain', 'latchkey-plugin-long-ledger'],
    ['--kind', 'view', 'latchkey-plugin-view'],
    ['--kind', 'feature', 'latchkey-plugin-class'],
    ['--kind', 'feature', 'Tally'],
  ])('are refused in one sentence that says what to do: %s %s %s', async (...words) => {
    const { code, said, warned } = await run(
      ...words.map((word) => (/^(?:latchkey|T)/.test(word) ? join(folder, word) : word)),
    )
    expect([code, said]).toEqual([2, ''])
    expect(warned).toMatchSnapshot()
    expect(readdirSync(folder)).toEqual(['package.json'])
  })
})
