import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minVersion, satisfies, validRange } from 'semver'
import { describe, expect, it } from 'vitest'
import { wantedNodes } from './nodeVersions.js'
import { publishedPackages, root } from './workspace.js'

describe('the Node that a package says it runs on', () => {
  it.each(publishedPackages().map(({ directory, manifest }) => ({ directory, name: manifest.name })))(
    'is enough for all that $name installs',
    ({ directory }) => {
      const { engines } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
        engines: { node: string }
      }
      const lowest = minVersion(engines.node)
      expect(lowest).not.toBeNull()
      const tooNew = wantedNodes(directory).filter(
        ({ range }) => validRange(range) !== null && !satisfies(lowest ?? '', range),
      )
      expect(tooNew).toEqual([])
    },
  )

  it('is looked up through what dependencies install', () => {
    const paths = wantedNodes(join(root, 'services/wallet-data')).map(({ path }) => path)
    expect(paths.some((path) => /@solana\/kit.* > commander@/.test(path))).toBe(true)
  })
})

describe('the workflows', () => {
  const workflows = ['verify', 'release', 'networks'].map((name) =>
    readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8'),
  )

  /** The first major version of each that runs on Node 24, from their own `action.yml`; earlier ones want Node 20, which left the runners on 2026-09-16. */
  const firsts: Readonly<Record<string, number>> = {
    'actions/checkout': 5,
    'actions/setup-node': 5,
    'actions/upload-artifact': 6,
  }

  it('use actions that run on the Node that runners have', () => {
    const used = workflows.flatMap((text) => [...text.matchAll(/uses: ([\w/-]+)@[\da-f]{40} # v([\d.]+)/g)])
    expect(used.length).toBeGreaterThan(5)
    const old = used.filter(
      ([, name = '', version]) =>
        !(Number.parseFloat(version ?? '') >= (firsts[name] ?? Number.POSITIVE_INFINITY)),
    )
    expect(old.map(([text]) => text)).toEqual([])
  })

  it('publish without a token of npm, but for a name that it has never seen', () => {
    const others = workflows
      .join('\n')
      .replace(/ {6}- if: vars\.FIRST_PUBLISH == 'true'\n[\s\S]*?(?=\n {6}- )/, '')
    expect(others).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/)
    expect(workflows[1]).toMatch(/id-token: write/)
  })
})
