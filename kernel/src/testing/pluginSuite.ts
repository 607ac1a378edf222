import { createKernel, type Kernel, type PluginInput } from '../createKernel.js'
import type { Plugin } from '../engine/definePlugin.js'
import { Session } from '../wallet/session/sessionState.js'
import type { ExtensionPoint } from '../keys/extensionPoint.js'
import type { KernelOptions } from '../wallet/kernelOptions.js'
import { Connector } from '../contracts/points/connector.js'
import { Feature } from '../contracts/points/feature.js'
import { View } from '../contracts/points/view.js'
import { fakeClock } from './fakeClock.js'
import { fakeStorage } from './fakeStorage.js'
import { version } from '../engine/version.js'
import { describeFound } from './describeFound.js'
import { answerInTime, check, defaultTimeLimit, pause, type TestFunction } from './suite.js'
import { aFunction, anObject, type Forms, isText, optional } from './checkMembers.js'
import { aTimeLimit, type GroupTest, registerSuite } from './registerSuite.js'
import { made } from './withHarness.js'
import { watchFaults } from './watchFaults.js'
import { watchGlobals } from './watchGlobals.js'

export type PluginSuiteGroup =
  | 'lifecycle'
  | 'session'
  | 'features'
  | 'server'
  | 'manifest'
  | 'ids'
  | 'imports'
  | 'neighbours'

const groups: Readonly<Record<PluginSuiteGroup, true>> = {
  lifecycle: true,
  session: true,
  features: true,
  server: true,
  manifest: true,
  ids: true,
  imports: true,
  neighbours: true,
}

const forms: Forms = {
  others: optional({ ...aFunction, words: 'a function that returns a list of plugins' }),
  manifest: optional({ ...anObject, words: 'what your package.json has, as an object' }),
  imports: optional({ ...aFunction, words: 'a function that returns a list of paths' }),
  timeLimit: aTimeLimit,
}

export interface PluginSuiteOptions {
  readonly test: TestFunction
  /** Makes a plugin for each test, or the list of plugins that an entry for React returns: then each of them is held to the suite. */
  create(): PluginInput
  /** Other plugins it needs, for instance providers of what it requires. */
  readonly others?: () => readonly PluginInput[]
  /** The plugin's package.json. Without it the group `manifest` is left out. */
  readonly manifest?: { readonly peerDependencies?: Readonly<Record<string, string>> }
  /**
   * The modules that the main entry imports, all the way down: `modulesOf` reads it from what esbuild or Rollup report. Without it `imports` is left
   * out.
   */
  readonly imports?: () => readonly string[] | Promise<readonly string[]>
  /** Milliseconds after which a start or an end that hangs fails its test. Default 4,000. */
  readonly timeLimit?: number
  /** Groups to leave out, by name. */
  readonly skip?: readonly PluginSuiteGroup[]
}

/** Registers what every plugin must do. */
export function pluginSuite(options: PluginSuiteOptions): void {
  registerSuite({ suite: 'pluginSuite', groups, forms }, options, (test) => registerTests(options, test))
}

function registerTests(options: PluginSuiteOptions, test: GroupTest<PluginSuiteGroup>): void {
  const { timeLimit: limit = defaultTimeLimit } = options
  const others = () => othersOf(options)
  const suite: Suite = {
    ...options,
    create: () => pluginsOf(made(() => options.create(), 'return a plugin, and touch nothing outside')),
    others,
    limit,
    test,
    kernelWith: (plugins, overrides = {}) =>
      createKernel([...others(), ...plugins], { logLevel: 'silent', storage: fakeStorage(), ...overrides }),
  }
  testLifecycle(suite)
  testSession(suite)
  testFeatures(suite)
  testServer(suite)
  testManifest(suite)
  testIds(suite)
  testImports(suite)
  testNeighbours(suite)
}

function othersOf({ others }: PluginSuiteOptions): readonly PluginInput[] {
  const found = others?.() ?? []
  check(
    Array.isArray(found),
    `others() to return a list of plugins, found ${describeFound(found)}`,
    'return `[first(), second()]`, without `async`',
  )
  return found
}

/** Lists are flattened, and what a host switched off is left out, as `createKernel` does it. */
function pluginsOf(input: PluginInput): readonly Plugin[] {
  const flat: readonly unknown[] = [input as readonly unknown[]].flat(Number.POSITIVE_INFINITY)
  const plugins = flat.filter(Boolean) as readonly Plugin[]
  check(
    plugins.length > 0 &&
      plugins.every(
        (one) =>
          isText(Reflect.get(Object(one), 'id')) && typeof Reflect.get(Object(one), 'setup') === 'function',
      ),
    `create() to return a plugin or a list of plugins, found ${describeFound(input)}`,
    'return what `definePlugin` returned, without `async`',
  )
  return plugins
}

interface Suite extends Pick<PluginSuiteOptions, 'manifest' | 'imports'> {
  readonly limit: number
  create(): readonly Plugin[]
  readonly others: NonNullable<PluginSuiteOptions['others']>
  readonly test: GroupTest<PluginSuiteGroup>
  kernelWith(plugins: readonly PluginInput[], overrides?: KernelOptions): Kernel
}

function checkPhase(kernel: Kernel, phase: string, plugins: readonly Plugin[]): void {
  for (const { id } of plugins) {
    const state = kernel.state.plugins[id]
    const why = state?.error?.message.replace(/\.?(\n.*)?$/s, '') ?? 'it has no error'
    check(
      state?.phase === phase,
      `"${id}" to be ${phase}, but it is ${state?.phase}: ${why}`,
      phaseMends[phase],
    )
  }
}

const phaseMends: Readonly<Record<string, string>> = {
  ready: 'let `setup` return, and touch nothing outside in it',
  started: 'let `start` resolve also where what it looks for is not there',
  disposed: 'let the plugin end when the kernel does',
}

function testLifecycle({ test, create, kernelWith, limit }: Suite): void {
  test('lifecycle', 'sets up, starts and disposes cleanly, twice, and leaves nothing behind', async () => {
    for (const round of ['first', 'second']) {
      const watch = watchGlobals()
      const said = watchFaults()
      try {
        const clock = fakeClock()
        const storage = fakeStorage()
        const plugins = create()
        const kernel = kernelWith(plugins, { clock, storage, logLevel: 'error' })
        checkPhase(kernel, 'ready', plugins)
        await answerInTime(
          'kernel.start()',
          () => kernel.start(),
          limit,
          'let `start` return, and wait for nothing in it',
        )
        checkPhase(kernel, 'started', plugins)
        const before = said.faults().length
        const end = 'let every cleanup return, and wait for nothing in it'
        await answerInTime('kernel.dispose()', () => kernel.dispose(), limit, end)
        checkPhase(kernel, 'disposed', plugins)
        checkLeft(kernel, round)
        check(
          clock.pending === 0,
          `no timer of the kernel's clock, found ${clock.pending}`,
          'clear it in a cleanup',
        )
        check(
          storage.listeners === 0,
          `no listener of the storage, found ${storage.listeners}`,
          'stop it in a cleanup',
        )
        check(
          watch.left().length === 0,
          `nothing left on the page, found ${watch.left().join(', ')}`,
          'give what stops it to `context.defer`',
        )
        // A complaint about options during set-up is no fault of the end.
        const faults = said
          .faults()
          .slice(before)
          .filter((line) => plugins.some(({ id }) => line.includes(`"${id}"`)))
        check(
          faults.length === 0,
          `no fault that the kernel had to contain, found ${faults.join(', ')}`,
          'catch in the cleanup what may fail',
        )
      } finally {
        said.stop()
        watch.stop()
      }
    }
  })
}

function checkLeft(kernel: Kernel, round: string): void {
  const counts = Object.entries(kernel.inspect().contributions).filter(([, count]) => count > 0)
  check(
    counts.length === 0,
    `no contribution after the ${round} disposal, found ${JSON.stringify(counts)}`,
    'add with the context, which takes it out again',
  )
}

function testSession({ test, create, kernelWith, limit }: Suite): void {
  test('session', 'connects nobody by itself, and leaves the session as it was', async () => {
    const plugins = create()
    const kernel = kernelWith(plugins)
    const { state } = kernel.get(Session)
    const before = JSON.stringify({ ...state, restored: true })
    await answerInTime('kernel.start()', () => kernel.start(), limit)
    await pause(20)
    const after = JSON.stringify({ ...state, restored: true })
    check(
      after === before,
      `the session to stay as it was, found ${after.slice(0, 300)}`,
      'read the state of the session only, and connect only when the person asks for it',
    )
    await answerInTime('kernel.dispose()', () => kernel.dispose(), limit)
  })
}

function testFeatures({ test, create, kernelWith, limit }: Suite): void {
  test('features', 'opens each of its features without a fault', async () => {
    const plugins = create()
    const kernel = kernelWith(plugins)
    await answerInTime('kernel.start()', () => kernel.start(), limit)
    const own = kernel.list(Feature).filter(({ id }) => plugins.some((plugin) => isPrefixed(id, plugin.id)))
    for (const feature of own) {
      feature.when?.()
      await answerInTime(`open() of "${feature.id}"`, () => feature.open(), limit)
      for (const { id } of plugins) {
        const error = kernel.state.plugins[id]?.error
        check(
          error === undefined,
          `"${feature.id}" to open, found ${error?.message}`,
          'return false where it can’t be opened, and throw nothing',
        )
      }
    }
    await answerInTime('kernel.dispose()', () => kernel.dispose(), limit)
  })
}

const isPrefixed = (id: string, pluginId: string) => id === pluginId || id.startsWith(`${pluginId}.`)

function testServer({ test, create, kernelWith }: Suite): void {
  if (typeof window === 'undefined') {
    test('server', 'sets up without a window', async () => {
      const plugins = create()
      const kernel = kernelWith(plugins)
      checkPhase(kernel, 'ready', plugins)
      await kernel.dispose()
    })
  }
}

function testManifest({ test, create, manifest }: Suite): void {
  if (manifest) {
    test('manifest', 'states the kernel range of its package', () => {
      const plugins = create()
      const published = manifest.peerDependencies?.['@latchkey/kernel']
      const range = published?.replace(/^workspace:/, '')
      // `workspace:^` becomes a caret on the kernel's version when the package is published.
      const expected = range === '^' ? `^${version}` : range
      for (const { kernel: stated } of plugins) {
        check(
          stated === expected,
          `the plugin's kernel range ${stated} to equal the peer range ${expected}`,
          'state the range of the package in `kernel` of the plugin',
        )
      }
    })
  }
}

function testIds({ test, create, others, kernelWith }: Suite): void {
  test('ids', 'prefixes the ids of what it adds with its own id', async () => {
    const plugins = create()
    const kernel = kernelWith(plugins)
    const without = createKernel([...others()], { logLevel: 'silent', storage: fakeStorage() })
    const points: readonly Pick<ExtensionPoint<never>, 'id'>[] = [Connector, Feature, View]
    const idsOf = (point: (typeof points)[number], from: Kernel) => from.list(point).map(({ id }) => id)
    for (const point of points) {
      const known = new Set(idsOf(point, without))
      for (const id of idsOf(point, kernel)) {
        const isOwn = plugins.some((plugin) => isPrefixed(id, plugin.id))
        check(
          known.has(id) || isOwn || (point.id === View.id && isOfRoute(id)),
          `"${id}" of "${point.id}" to begin with "${plugins[0]?.id}."`,
          'prefix every id with the id of the plugin, so that two plugins never meet',
        )
      }
    }
    await Promise.all([kernel.dispose(), without.dispose()])
  })
}

/** The view of a route has the route's name, unless it's told otherwise: a later one takes its place. */
const isOfRoute = (id: string) => id.startsWith('route:')

function testImports({ test, imports }: Suite): void {
  if (imports) {
    test('imports', 'does not import React from its main entry', async () => {
      const all: unknown = await imports()
      check(
        Array.isArray(all) && all.every(isText),
        `imports() to return a list of paths, found ${describeFound(all)}`,
        'return what `modulesOf` reads from your bundler',
      )
      const found = all.filter((path) => /(^|\/)(react|react-dom)(\/|$)/.test(path))
      check(
        found.length === 0,
        `no import of React, found ${found.join(', ')}`,
        'load views by `import()`, from an entry of their own',
      )
    })
  }
}

function testNeighbours({ test, create, kernelWith, limit }: Suite): void {
  test('neighbours', 'works beside a second kernel, and after the first one is disposed', async () => {
    const first = create()
    const second = create()
    const left = kernelWith(first, { id: 'left' })
    const right = kernelWith(second, { id: 'right' })
    await answerInTime('two kernels to start', () => Promise.all([left.start(), right.start()]), limit)
    await answerInTime('kernel.dispose()', () => left.dispose(), limit)
    checkPhase(right, 'started', second)
    for (const token of second.flatMap(({ provides }) => provides)) {
      check(
        right.find(token) !== undefined,
        `"${token.id}" to be there`,
        'keep state in `setup`, and none in the module',
      )
    }
    await answerInTime('kernel.dispose()', () => right.dispose(), limit)
  })
}
