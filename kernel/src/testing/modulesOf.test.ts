import { expect, it } from 'vitest'
import { modulesOf } from './modulesOf.js'

it('reads what esbuild and Rollup report', () => {
  expect(modulesOf({ inputs: { 'a.ts': {}, 'node_modules/react/index.js': {} } })).toEqual([
    'a.ts',
    'node_modules/react/index.js',
  ])
  expect(modulesOf({ output: [{ moduleIds: ['a.ts'] }, {}] })).toEqual(['a.ts'])
  expect(() => modulesOf({})).toThrow('found neither `inputs` nor `output`')
})
