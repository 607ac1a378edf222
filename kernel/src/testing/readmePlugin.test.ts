// The complete plugin in the README does what every plugin and every namespace must do.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { Namespace } from '../contracts/points/namespace.js'
import { createKernel } from '../createKernel.js'
import type { Plugin } from '../engine/definePlugin.js'
import { memoryStorage } from '../platform/storageAdapters.js'
import { namespaceSuite } from './namespaceSuite.js'
import { pluginSuite } from './pluginSuite.js'

const kernel = fileURLToPath(new URL('../../', import.meta.url))
const readme = readFileSync(`${kernel}README.md`, 'utf8')
const sample = /## A complete plugin\n+```ts\n([\s\S]+?)\n```/.exec(readme)?.[1] ?? ''

// Beside the sources, so that it finds the kernel's entries by their names.
const folder = mkdtempSync(`${kernel}.readme-`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The parts that the sample leaves to its reader. */
const given = `const watching = { begun: 0, ended: 0 }
const watchSomething = (http) => {
  if (typeof http.request !== 'function') throw new Error('Not the service that was asked for.')
  watching.begun += 1
  return () => { watching.ended += 1 }
}
export { watching }`
writeFileSync(`${folder}/plugin.ts`, `${sample}\n${given}\n`)
const { cosmos, watching } = (await import(`${folder}/plugin.ts`)) as {
  readonly cosmos: () => Plugin
  readonly watching: { readonly begun: number; readonly ended: number }
}

pluginSuite({ test: it, create: cosmos })

namespaceSuite({
  test: it,
  create: () => createKernel([cosmos()], { storage: memoryStorage() }).list(Namespace)[0]!,
  valid: [`cosmos1${'q'.repeat(38)}`, `cosmos1${'z0'.repeat(19)}`],
  invalid: [`cosmos1${'q'.repeat(37)}`, `cosmos1${'b'.repeat(38)}`, `osmo1${'q'.repeat(38)}`],
})

it('begins its work with start, not before, and ends what it began', async () => {
  const before = { ...watching }
  expect(before.ended).toBe(before.begun)
  const kernel = createKernel([cosmos()], { storage: memoryStorage(), onPluginError: 'throw' })
  expect(watching).toEqual(before)
  await kernel.start()
  expect(watching).toEqual({ ...before, begun: before.begun + 1 })
  await kernel.dispose()
  expect(watching).toEqual({ begun: before.begun + 1, ended: before.ended + 1 })
})
