import { createKernel, type Kernel, type PluginInput } from '../createKernel.js'
import type { Plugin } from '../engine/definePlugin.js'
import type { ExtensionPoint } from '../keys/extensionPoint.js'
import type { KernelOptions } from '../wallet/kernelOptions.js'
import { Connector } from '../contracts/points/connector.js'
import { Feature } from '../contracts/points/feature.js'
import { View } from '../contracts/points/view.js'
import { fakeClock } from './fakeClock.js'
import { fakeStorage } from './fakeStorage.js'
import { version } from '../engine/version.js'
import { check, groups, type TestFunction } from './suite.js'
import { watchGlobals } from './watchGlobals.js'

export type PluginSuiteGroup = 'lifecycle' | 'server' | 'manifest' | 'ids' | 'imports' | 'neighbours'

export interface PluginSuiteOptions {
  readonly test: TestFunction
  /** Makes a plugin for each test. */
  create(): Plugin
  /** Other plugins it needs, for instance providers of what it requires. */
  readonly others?: () => readonly PluginInput[]
  /** The plugin's package.json. Without it the group `manifest` is left out. */
  readonly manifest?: { readonly peerDependencies?: Readonly<Record<string, string>> }
  /** What the main entry imports, all the way down, as a bundler reports it. Without it `imports` is left out. */
  readonly imports?: () => readonly string[] | Promise<readonly string[]>
  /** Groups to leave out, by name. */
  readonly skip?: readonly PluginSuiteGroup[]
}

/** What every plugin must do. */
export function pluginSuite(options: PluginSuiteOptions): void {
  const { others = () => [] } = options
  const suite: Suite = {
    ...options,
    others,
    test: groups(options.test, options.skip),
    kernelWith: (plugins, overrides = {}) =>
      createKernel([...others(), ...plugins], { logLevel: 'silent', storage: fakeStorage(), ...overrides }),
  }
  testLifecycle(suite)
  testServer(suite)
  testManifest(suite)
  testIds(suite)
  testImports(suite)
  testNeighbours(suite)
}

interface Suite extends Pick<PluginSuiteOptions, 'create' | 'manifest' | 'imports'> {
  readonly others: NonNullable<PluginSuiteOptions['others']>
  readonly test: (group: PluginSuiteGroup, name: string, run: () => Promise<void> | void) => void
  kernelWith(plugins: readonly PluginInput[], overrides?: KernelOptions): Kernel
}

function checkPhase(kernel: Kernel, phase: string, id: string): void {
  const state = kernel.state.plugins[id]
  check(state?.phase === phase, `"${id}" to be ${phase}, but it is ${state?.phase}: ${state?.error?.message}`)
}

function testLifecycle({ test, create, kernelWith }: Suite): void {
  test('lifecycle', 'sets up, starts and disposes cleanly, twice, and leaves nothing behind', async () => {
    for (const round of ['first', 'second']) {
      const watch = watchGlobals()
      try {
        const clock = fakeClock()
        const storage = fakeStorage()
        const plugin = create()
        const kernel = kernelWith([plugin], { clock, storage })
        checkPhase(kernel, 'ready', plugin.id)
        await kernel.start()
        checkPhase(kernel, 'started', plugin.id)
        await kernel.dispose()
        checkPhase(kernel, 'disposed', plugin.id)
        const counts = Object.entries(kernel.inspect().contributions).filter(([, count]) => count > 0)
        check(
          counts.length === 0,
          `no contribution after the ${round} disposal, found ${JSON.stringify(counts)}`,
        )
        check(clock.pending === 0, `no timer of the kernel's clock, found ${clock.pending}`)
        check(storage.listeners === 0, `no listener of the storage, found ${storage.listeners}`)
        check(watch.left().length === 0, `nothing left on the page, found ${watch.left().join(', ')}`)
      } finally {
        watch.stop()
      }
    }
  })
}

function testServer({ test, create, kernelWith }: Suite): void {
  if (typeof window === 'undefined') {
    test('server', 'sets up without a window', async () => {
      const plugin = create()
      const kernel = kernelWith([plugin])
      checkPhase(kernel, 'ready', plugin.id)
      await kernel.dispose()
    })
  }
}

function testManifest({ test, create, manifest }: Suite): void {
  if (manifest) {
    test('manifest', 'states the kernel range of its package', () => {
      const stated = create().kernel
      const published = manifest.peerDependencies?.['@latchkey/kernel']
      const range = published?.replace(/^workspace:/, '')
      // `workspace:^` becomes a caret on the kernel's version when the package is published.
      const expected = range === '^' ? `^${version}` : range
      check(stated === expected, `the plugin's kernel range ${stated} to equal the peer range ${expected}`)
    })
  }
}

function testIds({ test, create, others, kernelWith }: Suite): void {
  test('ids', 'prefixes the ids of what it adds with its own id', async () => {
    const plugin = create()
    const kernel = kernelWith([plugin])
    const without = createKernel([...others()], { logLevel: 'silent', storage: fakeStorage() })
    const points: readonly Pick<ExtensionPoint<never>, 'id'>[] = [Connector, Feature, View]
    const idsOf = (point: (typeof points)[number], from: Kernel) => from.list(point).map(({ id }) => id)
    for (const point of points) {
      const known = new Set(idsOf(point, without))
      for (const id of idsOf(point, kernel)) {
        const prefixed = known.has(id) || id === plugin.id || id.startsWith(`${plugin.id}.`)
        check(prefixed, `"${id}" of "${point.id}" to begin with "${plugin.id}."`)
      }
    }
    await Promise.all([kernel.dispose(), without.dispose()])
  })
}

function testImports({ test, imports }: Suite): void {
  if (imports) {
    test('imports', 'does not import React from its main entry', async () => {
      const found = (await imports()).filter((path) => /(^|\/)(react|react-dom)(\/|$)/.test(path))
      check(found.length === 0, `no import of React, found ${found.join(', ')}`)
    })
  }
}

function testNeighbours({ test, create, kernelWith }: Suite): void {
  test('neighbours', 'works beside a second kernel, and after the first one is disposed', async () => {
    const first = create()
    const second = create()
    const left = kernelWith([first], { id: 'left' })
    const right = kernelWith([second], { id: 'right' })
    await Promise.all([left.start(), right.start()])
    await left.dispose()
    checkPhase(right, 'started', second.id)
    for (const token of second.provides) check(right.find(token) !== undefined, `"${token.id}" to be there`)
    await right.dispose()
  })
}
