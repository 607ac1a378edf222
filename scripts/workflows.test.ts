import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { root } from './workspace.js'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const release = workflows.find(([name]) => name === 'release.yml')?.[1] ?? ''

describe.each(workflows)('%s', (_, text) => {
  it('takes each action by its commit and says its version', () => {
    for (const [line] of text.matchAll(/uses: .+/g)) {
      expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })

  it('says what it may do', () => {
    expect(text).toMatch(/^ {0,4}permissions:/m)
  })

  it('runs scripts that are there', () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
    expect(named.filter((name) => name && !(name in manifest.scripts))).toEqual([])
  })

  it('gives nothing that others wrote to a shell', () => {
    expect(text).not.toMatch(/run:[^\n]*\$\{\{\s*github\.event\.(?!workflow_run\.head_sha)/)
  })
})

describe('release.yml', () => {
  it('releases only what verify found green on main', () => {
    expect(release).toMatch(
      /workflow_run:\n {4}workflows: \[verify\]\n {4}types: \[completed\]\n {4}branches: \[main\]/,
    )
    expect(release).toContain("github.event.workflow_run.conclusion == 'success'")
    expect(release).toContain("github.event.workflow_run.event == 'push'")
    expect(release.match(/ref: \$\{\{ github\.event\.workflow_run\.head_sha \}\}/g)?.length).toBe(2)
  })

  it('has the right to publish in one job alone, behind an environment', () => {
    const [before = '', publish = ''] = release.split(/^ {2}publish:$/m)
    expect(before).not.toContain('id-token')
    expect(publish).toContain('id-token: write')
    expect(publish).toContain('environment: npm')
    expect(publish).toMatch(/if: needs\.version\.outputs\.waiting == '0'/)
  })

  it('starts verify on the pull request that it opens, which nothing else would', () => {
    expect(release).toContain('gh workflow run verify.yml --ref release/next')
    expect(workflows.find(([name]) => name === 'verify.yml')?.[1]).toContain('workflow_dispatch:')
  })
})
