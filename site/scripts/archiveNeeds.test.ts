import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/workspace.js'
import { packageFolders } from '../contents.js'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const everybodyHas = ['@latchkey/kernel', '@latchkey/ui-react']
const manifests = new Map(
  packageFolders(root)
    .map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest)
    .map((manifest) => [manifest.name, manifest]),
)

/** Our own packages that npm has to be given beside one, those of these among them. */
function needsOf(name: string, found = new Set<string>()): ReadonlySet<string> {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifests.get(name) ?? {}
  for (const needed of [...Object.keys(dependencies), ...Object.keys(peerDependencies)]) {
    const isGiven = everybodyHas.includes(needed) || peerDependenciesMeta[needed]?.optional === true
    if (!needed.startsWith('@latchkey/') || isGiven || found.has(needed)) continue
    found.add(needed)
    needsOf(needed, found)
  }
  return found
}

describe('the page for a start', () => {
  it('says which archives need which others', () => {
    const page = readFileSync(join(root, 'site/pages/start.md'), 'utf8')
    const section = page.split('Needs the archives of, too')[1]?.split('\n\n')[0] ?? ''
    const told = [...section.matchAll(/^\| `([\w-]+)` +\| (.+?) +\|$/gm)].map(([, name, needed = '']) => [
      `@latchkey/${name}`,
      [...needed.matchAll(/`([\w-]+)`/g)].map(([, one]) => `@latchkey/${one}`),
    ])
    const real = [...manifests.keys()]
      .map((name) => [name, [...needsOf(name)].sort()] as const)
      .filter(([, needed]) => needed.length > 0)
    expect(told).toEqual(real.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
})
