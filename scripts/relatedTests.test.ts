import { describe, expect, it } from 'vitest'
import { relatedTests } from './relatedTests.js'

const files: Readonly<Record<string, string>> = {
  'kernel/src/plugin.ts': "export { sum } from './sum.js'",
  'kernel/src/sum.ts': 'export const sum = 1',
  'kernel/src/sum.test.ts': "import { sum } from './sum.js'",
  'plugins/a/src/index.ts': "import { sum } from '@latchkey/kernel/plugin'",
  'plugins/a/src/lazy.ts': 'export const lazy = 1',
  'plugins/a/src/View.tsx': "const view = import('./lazy.js')",
  'plugins/a/src/View.test.tsx': "import { View } from './View.js'",
  'plugins/a/src/index.test.ts': "import type { A } from './index.js'",
  'plugins/b/src/b.test.ts': "import { b } from 'elsewhere'",
}
const sources = {
  paths: Object.keys(files),
  read: (path: string) => files[path] ?? '',
  entry: (name: string) => (name === '@latchkey/kernel/plugin' ? 'kernel/src/plugin.ts' : undefined),
}
const related = (...changed: string[]) => relatedTests(changed, sources)

describe('relatedTests', () => {
  it('finds tests through entries of other packages, the nearest first', () => {
    expect(related('kernel/src/sum.ts')).toEqual(['kernel/src/sum.test.ts', 'plugins/a/src/index.test.ts'])
  })

  it('follows dynamic imports', () => {
    expect(related('plugins/a/src/lazy.ts')).toEqual(['plugins/a/src/View.test.tsx'])
  })

  it('runs a test that has changed itself', () => {
    expect(related('plugins/b/src/b.test.ts')).toEqual(['plugins/b/src/b.test.ts'])
  })

  it('finds none for what nothing imports', () => expect(related('README.md')).toEqual([]))
})
