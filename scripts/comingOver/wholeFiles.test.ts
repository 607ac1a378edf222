import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace.js'
import { wholeFiles } from './wholeFiles.js'

const pageOf = (name: string) => readFileSync(join(root, 'site/pages/coming-over', `${name}.md`), 'utf8')

describe('wholeFiles', () => {
  it('reads each file that a page shows, without the line that says its path', () => {
    const page =
      'Write:\n\n```ts frame="code"\n// src/a.ts\nconst a = 1\n\nconst b = 2\n```\n\n```ts\n// src/c.ts\n```\n'
    expect(wholeFiles(page)).toEqual([{ path: 'src/a.ts', text: 'const a = 1\n\nconst b = 2\n' }])
  })

  it('finds in OnchainKit’s page the app that the codemod is tried on', () => {
    const folder = join(root, 'codemod/fixtures/from/onchainkit/without-config/before')
    const files = wholeFiles(pageOf('onchainkit'))
    expect(files.map(({ path }) => path)).toEqual(['src/wagmi.ts', 'src/main.tsx'])
    for (const { path, text } of files)
      expect(text, path).toBe(readFileSync(join(folder, path.replace('src/', '')), 'utf8'))
  })
})
