import { expect, it } from 'vitest'
import { staleGenerators } from './staleGenerators.js'
import { publishedPackages } from './workspace.js'

const packages = [
  { manifest: { name: 'create-latchkey', devDependencies: { '@latchkey/kernel': 'workspace:^' } } },
  { manifest: { name: '@latchkey/codemod', devDependencies: { '@latchkey/kernel': 'workspace:^' } } },
]
const kernel = (type: string) => ({ name: '@latchkey/kernel', type })

it('wants a release of a generator with a major of what it writes into projects', () => {
  const expected =
    '@latchkey/kernel goes major, and create-latchkey would go on writing projects for the one before. Give it a changeset.'
  expect(staleGenerators([kernel('major')], packages)).toEqual([expected])
  expect(staleGenerators([kernel('major'), { name: 'create-latchkey', type: 'none' }], packages)).toEqual([
    expected,
  ])
})

it('wants none otherwise', () => {
  expect(staleGenerators([kernel('major'), { name: 'create-latchkey', type: 'patch' }], packages)).toEqual([])
  expect(staleGenerators([kernel('minor'), { name: '@latchkey/other', type: 'major' }], packages)).toEqual([])
})

it('knows the generator of apps', () => {
  expect(staleGenerators([kernel('major')], publishedPackages()).join()).toContain('create-latchkey')
})
