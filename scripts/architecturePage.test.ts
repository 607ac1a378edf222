import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

describe('docs/architecture.md', () => {
  it('lists every decision by its title', () => {
    const folder = join(root, 'docs/decisions')
    const missing = readdirSync(folder)
      .map((file) => {
        const [title = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
        return `- [${title.replace('# ', '')}](decisions/${file})`
      })
      .filter((line) => !page.includes(line))
    expect(missing).toEqual([])
  })

  it('names no file that is not there', () => {
    const named = [...page.matchAll(/`((?:kernel|plugins|ui-react|services|scripts)\/[\w./-]+\.tsx?)`/g)]
    expect(named.length).toBeGreaterThan(15)
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
