import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { dependenciesOf, isPermissive, statedLicence } from './licences.js'

const root = mkdtempSync(join(tmpdir(), 'licences-'))
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND (ISC OR GPL-3.0-only)', false],
  ['LGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['mit', false],
])('%s is permissive: %s', (licence, expected) => {
  expect(isPermissive(licence)).toBe(expected)
})

it.each([
  [{ license: 'MIT' }, 'MIT'],
  [{ license: { type: 'ISC', url: 'https://example.org' } }, 'ISC'],
  [{ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }, 'MIT OR GPL-2.0'],
  [{ license: ['MIT'] }, 'MIT'],
  [{}, undefined],
  [{ license: { url: 'x' } }, undefined],
])('%j states %s', (manifest, licence) => {
  expect(statedLicence(manifest)).toBe(licence)
})

it('finds what is installed with a package, at any depth, and what is not installed here', () => {
  const write = (path: string, manifest: object) => {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest))
  }
  const link = (path: string, target: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(root, target), join(root, path))
  }
  const one = 'node_modules/.pnpm/one@1/node_modules'
  const two = 'node_modules/.pnpm/two@2/node_modules'
  write('own', {
    name: '@latchkey/own',
    dependencies: { one: '1', '@latchkey/other': '1' },
    devDependencies: { unused: '1' },
    peerDependencies: { peer: '1' },
  })
  write(`${one}/one`, {
    name: 'one',
    version: '1.0.0',
    license: 'MIT',
    dependencies: { '@scope/two': '2' },
    optionalDependencies: { absent: '3' },
  })
  write(`${two}/@scope/two`, {
    name: '@scope/two',
    version: '2.0.0',
    license: 'ISC',
    dependencies: { one: '1' },
  })
  link('own/node_modules/one', `${one}/one`)
  link(`${one}/@scope/two`, `${two}/@scope/two`)
  link(`${two}/one`, `${one}/one`)

  expect(dependenciesOf(join(root, 'own'))).toEqual([
    { name: 'one', version: '1.0.0', licence: 'MIT', path: ['@latchkey/own'] },
    { name: '@scope/two', version: '2.0.0', licence: 'ISC', path: ['@latchkey/own', 'one'] },
    { name: 'absent', path: ['@latchkey/own', 'one'] },
  ])
})
