import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace.js'
import { readSteps, sectionOf } from './readSteps.js'

describe('readSteps', () => {
  it('reads commands, servers and files in order, and nothing else', () => {
    const page = [
      ...['# A page', '```sh', 'npm install', 'cd app', '```', 'Words.'],
      ...['```ts title="src/kernel.ts"', 'export {}', '```'],
      ...['```ts', 'only to read', '```', '```json', '{}', '```', '```', 'plain', '```'],
      ...['```sh title="Keeps running"', 'npm run dev', '```'],
    ].join('\n')
    expect(readSteps(page)).toEqual([
      { kind: 'command', text: 'npm install\ncd app\n' },
      { kind: 'file', path: 'src/kernel.ts', text: 'export {}\n' },
      { kind: 'server', text: 'npm run dev\n' },
    ])
  })

  it('refuses a block that does not end', () => {
    expect(() => readSteps('```sh\nnpm install\n')).toThrow('The block "sh" does not end.')
  })

  it.each(['/etc/hosts', '../a.ts', 'src/../../a.ts'])('refuses a file outside of the app: %s', (path) => {
    expect(() => readSteps(`\`\`\`ts title="${path}"\n\`\`\`\n`)).toThrow(`The file "${path}" is outside`)
  })

  it('takes a title that only begins with a point as a file', () => {
    expect(readSteps('```sh\nx\n```\n```ini title=".npmrc"\n```')).toHaveLength(2)
  })
})

describe('sectionOf', () => {
  const page = '# Page\n\n## First\n\n```sh\n## no heading\n```\n\n### Below\n\ntext\n\n## Second\n\nend'

  it('returns what is below a heading, up to the next of its level', () => {
    expect(sectionOf(page, 'First')).toBe('\n```sh\n## no heading\n```\n\n### Below\n\ntext\n')
  })

  it('refuses a heading that the page has not', () => {
    expect(() => sectionOf(page, 'Third')).toThrow('The page has no heading "Third".')
  })
})

/** Pages whose titled blocks are no files of an app that a newcomer makes. */
const others: readonly string[] = []

it('is followed by a newcomer, each page that has files to write', () => {
  const journeys = readFileSync(join(root, 'scripts/newcomers/journeys.ts'), 'utf8')
  const pages = readdirSync(join(root, 'site/pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ slug: name.slice(0, -3), text: readFileSync(join(root, 'site/pages', name), 'utf8') }))
    .filter(({ slug, text }) => !others.includes(slug) && readSteps(text).some(({ kind }) => kind === 'file'))
  const unfollowed = pages.filter(({ slug }) => !journeys.includes(slug.replace('jobs/wagmi', 'wagmi')))
  expect(unfollowed.map(({ slug }) => slug)).toEqual([])
  expect(pages.map(({ slug }) => slug)).toContain('start')
})
