// What an app doesn't list costs it nothing: no file of a plugin is in an app that lists all the others.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { publishedPackages, root } from './workspace.js'

const plugins = publishedPackages().filter(({ directory }) =>
  relative(root, directory).startsWith('plugins/'),
)
const names = new Map(publishedPackages().map((own) => [own.manifest.name, own]))

/** Everything that a plugin asks for by its manifest, and what that asks for. */
function neededBy(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found
  found.add(name)
  const { dependencies, peerDependencies } = names.get(name)?.manifest ?? {}
  for (const other of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (names.has(other)) neededBy(other, found)
  }
  return found
}

/** What others publish stays outside: it can't ask for a plugin. */
const strangersOutside: Plugin = {
  name: 'strangers outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@latchkey/') || path.startsWith('#')
        ? undefined
        : { path, external: true },
    )
  },
}

/** Folders of packages with a file in the app, loaded at once or later. */
async function foldersIn(listed: readonly string[]): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    stdin: {
      contents: listed.map((entry) => `import ${JSON.stringify(entry)}`).join('\n'),
      resolveDir: join(root, 'e2e'),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    absWorkingDir: root,
    ignoreAnnotations: true,
    loader: { '.css': 'empty' },
    plugins: [strangersOutside],
    metafile: true,
    write: false,
  })
  const inputs = Object.keys(metafile.inputs)
  return new Set(
    inputs.map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('plugins/') ? 2 : 1)
        .join('/'),
    ),
  )
}

const entriesOf = (directory: string) => [
  join(directory, 'src/index.ts'),
  ...[join(directory, 'src/react/index.ts')].filter((entry) => existsSync(entry)),
]

describe('an app that lists all plugins', () => {
  it.each(plugins)('but $manifest.name has no file of it', async ({ directory, manifest: { name } }) => {
    const others = plugins.filter(({ manifest }) => !neededBy(manifest.name).has(name))
    expect(others.length).toBeGreaterThan(0)
    const shell = [join(root, 'kernel/src/index.ts'), join(root, 'ui-react/src/index.ts')]
    const found = await foldersIn([...shell, ...others.flatMap((other) => entriesOf(other.directory))])
    expect(found).toContain('kernel')
    for (const other of others) expect(found).toContain(relative(root, other.directory))
    expect(found).not.toContain(relative(root, directory))
  })

  it('needs email login for none of them', () => {
    const needing = plugins.filter(({ manifest }) =>
      neededBy(manifest.name).has('@latchkey/plugin-email-auth'),
    )
    expect(needing.map(({ manifest }) => manifest.name)).toEqual(['@latchkey/plugin-email-auth'])
  })
})
