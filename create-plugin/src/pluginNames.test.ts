import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { chainNames, pluginNames } from './pluginNames.js'

const templates = fileURLToPath(new URL('../templates', import.meta.url))

describe('the names of a plugin', () => {
  it.each([
    ['latchkey-plugin-tally', 'tally', 'Tally', 'Tally', 'latchkey-plugin-tally'],
    [
      '@acme/latchkey-plugin-paper-wallet',
      'paperWallet',
      'PaperWallet',
      'Paper wallet',
      'acme.latchkey-plugin-paper-wallet',
    ],
    ['notes.v2', 'notesV2', 'NotesV2', 'Notes v2', 'notes.v2'],
  ])('of %s', (name, camel, pascal, label, pluginId) => {
    expect(pluginNames(name)).toEqual({ camel, pascal, label, pluginId })
  })

  it('are those of a chain, too', () => {
    expect(chainNames(pluginNames('latchkey-plugin-tally'))).toEqual({ id: 'tally', symbol: 'TAL' })
  })

  it.each(['latchkey-plugin-', 'latchkey-plugin-7up', 'plugin-class', 'latchkey-plugin-view'])(
    'are refused where the code could not have them: %s',
    (name) => {
      expect(() => pluginNames(name)).toThrow(expect.objectContaining({ code: 'CREATE_NAME_INVALID' }))
      expect(() => pluginNames(name)).toThrow(
        /^"[^"]*" can't name a plugin: .* Give another name, such as "latchkey-plugin-tally"\.$/,
      )
    },
  )

  it('are refused where CAIP-2 would refuse the namespace', () => {
    const refusal = (name: string) => expect(() => chainNames(pluginNames(name)))
    refusal('latchkey-plugin-long-ledger').toThrow(
      `A chain's namespace has 3 to 8 characters (CAIP-2), and "longledger" has 10. Give a name that ends in a shorter one, such as "latchkey-plugin-tally".`,
    )
    refusal('latchkey-plugin-my').toThrow('a longer one')
  })

  it('are never those of another file beside the plugin’s own', () => {
    const files = readdirSync(templates, { recursive: true, encoding: 'utf8' })
      // A part's folder is no folder of the project.
      .map((path) => /^[^/]+\/(.*?)([^/]+?)((?:\.test)?\.tsx?)$/.exec(path.replaceAll('\\', '/')))
      .flatMap((found) => (found ? [{ place: found[1], name: found[2] ?? '', ending: found[3] }] : []))
    const own = files.filter(({ name }) => name === '__camel__')
    const beside = files.filter(({ place, name, ending }) =>
      own.some(
        (one) => one !== undefined && one.place === place && one.ending === ending && name !== '__camel__',
      ),
    )
    const names = [...new Set(beside.map(({ name }) => name))].filter((name) => !name.startsWith('__'))
    expect(names).toContain('index')
    expect(names).toContain('address')
    for (const name of names) {
      const kebab = name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
      expect(() => pluginNames(`latchkey-plugin-${kebab}`), name).toThrow('calls something else')
      // Where the file system doesn't tell capitals apart.
      expect(() => pluginNames(`latchkey-plugin-${name.toLowerCase()}`), name).toThrow('calls something else')
    }
  })

  it.each(['global-this', 'set-timeout'])('are never those of the language that templates use: %s', (name) =>
    expect(() => pluginNames(`latchkey-plugin-${name}`)).toThrow('calls something else'),
  )

  it('are never those that a template has for something else', () => {
    const clashing = readdirSync(templates, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      // In comments and texts it's only a word, and under another name it can't clash.
      .map((text) => text.replaceAll(/'[^'\n]*'|\/\*\*.*?\*\/|`[^`]*`/gs, "''"))
      .filter((text) => /__camel__(?!\w| as )/.test(text))
      .flatMap(topNames)
      .filter((name) => /^[a-z]/.test(name))
    expect(clashing.length).toBeGreaterThan(10)
    const allowed = clashing.filter((name) => {
      const kebab = name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
      try {
        return pluginNames(`latchkey-plugin-${kebab}`) && true
      } catch {
        return false
      }
    })
    expect([...new Set(allowed)].sort()).toEqual([])
  })
})

/** The names that a file imports, exports again or declares for all of itself. */
function topNames(text: string): readonly string[] {
  const lists = [...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\}/gms)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(' ').at(-1) ?? ''),
  )
  const declared = [...text.matchAll(/^(?:export )?(?:async )?(?:const|let|function) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  return [...lists, ...declared].filter((name) => name !== '' && !name.startsWith('__'))
}
