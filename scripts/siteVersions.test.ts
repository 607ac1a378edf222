// Versions that pages of the site name are those of the manifests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = (path: string) =>
  JSON.parse(read(`${path}/package.json`)) as Record<string, Readonly<Record<string, string>> | undefined>

describe('a page of the site', () => {
  it('names the generator that is installed', () => {
    const { astro = '', '@astrojs/starlight': starlight = '' } = manifest('site')['dependencies'] ?? {}
    const short = (version: string) => version.split('.').slice(0, 2).join('.')
    expect(read('docs/decisions/docs-site.md')).toContain(
      `Astro ${short(astro)} and Starlight ${short(starlight)}`,
    )
  })

  it('names the React that the shell takes', () => {
    const range = manifest('ui-react')['peerDependencies']?.['react'] ?? ''
    const versions = Array.from(range.matchAll(/\^(\d+(?:\.[1-9]\d*)?)/g), ([, version]) => version)
    expect(versions.length).toBeGreaterThan(0)
    expect(read('site/pages/start.md')).toContain(`React app (${versions.join(' or ')})`)
  })

  it('names the Node that the services need', () => {
    const needed = ['embedded-wallet', 'wallet-data'].map(
      (name) => manifest(`services/${name}`)['engines']?.['node'],
    )
    const [, version] = /^>=(\d+\.\d+)/.exec(needed[0] ?? '') ?? []
    expect(new Set(needed).size).toBe(1)
    expect(read('site/pages/jobs/self-hosting.md')).toContain(`Node ${version} or newer`)
  })
})
