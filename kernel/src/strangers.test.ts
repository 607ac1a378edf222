import { snapshot, subscribe } from 'valtio/vanilla'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Connector } from './contracts/points/connector.js'
import { Feature } from './contracts/points/feature.js'
import { Namespace } from './contracts/points/namespace.js'
import { View } from './contracts/points/view.js'
import { createKernel, type PluginInput } from './createKernel.js'
import { definePlugin, type Plugin, type PluginContext } from './engine/definePlugin.js'
import { PluginFailed } from './engine/state.js'
import type { KernelOptions } from './wallet/kernelOptions.js'
import { type AnyToken, type Token, token } from './keys/token.js'
import { Clock } from './platform/clock.js'
import { Http } from './platform/http.js'
import { Log } from './platform/log.js'
import { Storage } from './platform/storage.js'
import { fakeAccount, fakeNamespace, fakeStorage, fakeWallet } from './testing/index.js'
import { Navigation } from './wallet/navigation.js'
import { Networks } from './wallet/networksState.js'
import { Notifications } from './wallet/notifications.js'
import { Session } from './wallet/session/sessionState.js'

const fault = (): never => {
  throw new Error('a fault of a stranger')
}

const create = (plugins: readonly PluginInput[], options: KernelOptions = {}) =>
  createKernel(plugins, { logLevel: 'silent', storage: fakeStorage(), ...options })

function stranger(
  setup: (context: PluginContext) => unknown,
  provides: readonly AnyToken[] = [],
  id = 'example.stranger',
): Plugin {
  return definePlugin({
    id,
    kernel: '^1.0.0',
    provides,
    setup: setup as () => undefined,
  })
}

const connector = fakeWallet({ accounts: [fakeAccount('test:1', 'abc')] }).connector
const namespace = fakeNamespace('test')
const feature = { id: 'example.feature', label: 'Swap', open() {} }
const view = { id: 'example.view', slot: 'a', load: async () => ({}) }
const throwing = (name: string) => Object.defineProperty({}, name, { get: fault, enumerable: true })
/** With the member of the second that throws when it is read. */
const withFault = (value: object, name: string) =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(value), ...Object.getOwnPropertyDescriptors(throwing(name)) },
  )

afterEach(() => vi.restoreAllMocks())

describe('what a plugin adds', () => {
  it.each<[string, (context: PluginContext) => unknown, RegExp]>([
    [
      'a namespace without isAddress',
      (c) => c.add(Namespace, { ...namespace, isAddress: undefined as never }),
      /`isAddress`: a function/,
    ],
    [
      'a namespace without capabilities',
      (c) => c.add(Namespace, { ...namespace, capabilities: undefined as never }),
      /`capabilities`: a list/,
    ],
    [
      'a namespace whose networks throw',
      (c) => c.add(Namespace, withFault(namespace, 'networks') as never),
      /its `networks` threw: a fault/,
    ],
    [
      'a connector without connect',
      (c) => c.add(Connector, { ...connector, connect: undefined as never }),
      /`connect`: a function/,
    ],
    [
      'a connector whose group throws',
      (c) => c.add(Connector, withFault(connector, 'group') as never),
      /its `group` threw/,
    ],
    [
      'a connector with a number for its id',
      (c) => c.add(Connector, { ...connector, id: 7 as never }),
      /has no id/,
    ],
    [
      'a feature without open',
      (c) => c.add(Feature, { ...feature, open: undefined as never }),
      /`open`: a function/,
    ],
    [
      'a feature whose label throws',
      (c) => c.add(Feature, withFault(feature, 'label') as never),
      /its `label` threw/,
    ],
    [
      'a feature whose needs throw',
      (c) => c.add(Feature, withFault(feature, 'needs') as never),
      /its `needs` threw/,
    ],
    [
      'a feature that needs no token',
      (c) => c.add(Feature, { ...feature, needs: {} as never }),
      /`needs`: a token/,
    ],
    ['a view without load', (c) => c.add(View, { ...view, load: undefined as never }), /`load`: a function/],
    ['a view whose slot throws', (c) => c.add(View, withFault(view, 'slot') as never), /its `slot` threw/],
    ['a view whose id throws', (c) => c.add(View, withFault(view, 'id') as never), /its `id` threw/],
    ['nothing', (c) => c.add(View, undefined as never), /cannot be read/],
  ])('is refused and told with its name: %s', (_, add, sentence) => {
    const kernel = create([stranger((context) => void add(context))])
    const { phase, error } = kernel.state.plugins['example.stranger'] ?? {}
    expect([phase, error?.code]).toEqual(['failed', 'CONTRIBUTION_INVALID'])
    expect(kernel.inspect().problems.join('\n')).toMatch(sentence)
    expect(kernel.inspect().problems[0]).toContain('example.stranger')
    for (const point of [Connector, Feature, Namespace, View]) expect(kernel.list(point as never)).toEqual([])
  })

  it('costs only itself when it comes late, and the state of its plugin says so', async () => {
    let late: (() => void) | undefined
    const kernel = create([
      stranger((context) => {
        context.add(Feature, feature)
        late = () => void context.add(Feature, withFault({ ...feature, id: 'late' }, 'label') as never)
      }),
    ])
    await kernel.start()
    expect(() => late?.()).toThrow('threw')
    const { phase, error } = kernel.state.plugins['example.stranger'] ?? {}
    expect([phase, error?.code]).toEqual(['started', 'CONTRIBUTION_INVALID'])
    expect(kernel.list(Feature).map(({ id }) => id)).toEqual(['example.feature'])
  })

  it('is a copy: what the plugin changes later changes nothing', () => {
    const own = { ...feature }
    const kernel = create([stranger((context) => void context.add(Feature, own))])
    own.label = 'Pay'
    expect(kernel.list(Feature)[0]?.label).toBe('Swap')
    expect(Object.isFrozen(kernel.list(Feature)[0])).toBe(true)
  })

  it('may follow something by a getter, and keeps the last good value when that fails', async () => {
    let namespaces: () => unknown = () => []
    const following = Object.defineProperty({ ...connector }, 'namespaces', {
      enumerable: true,
      get: () => namespaces(),
    })
    const kernel = create([
      stranger((context) => void context.add(Connector, following)),
      stranger((context) => void context.add(Namespace, namespace), [], 'example.chain'),
    ])
    const listed = () => kernel.list(Connector)[0]?.namespaces
    expect(listed()).toEqual([])
    namespaces = () => ['test']
    expect(listed()).toEqual(['test'])
    namespaces = fault
    expect(listed()).toEqual(['test'])
    namespaces = () => 7
    expect(listed()).toEqual(['test'])
    await Promise.resolve()
    expect(kernel.state.plugins['example.stranger']?.error?.code).toBe('CONTRIBUTION_FAILED')
  })

  it('keeps the methods of a class', async () => {
    class Swap {
      readonly id = 'example.feature'
      readonly label = 'Swap'
      #opened = 0
      open() {
        this.#opened += 1
      }
      get count() {
        return this.#opened
      }
    }
    const swap = new Swap()
    const kernel = create([stranger((context) => void context.add(Feature, swap))])
    kernel.list(Feature)[0]?.open()
    expect(swap.count).toBe(1)
  })

  it('tells which connectors no plugin lists the chains of', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const kernel = create([stranger((context) => void context.add(Connector, connector))], {
      logLevel: 'warn',
    })
    const sentence = expect.stringMatching(/^example\.stranger: ".*" is for "test", which no plugin adds\.$/)
    expect(kernel.inspect().problems).toEqual([sentence])
    await kernel.start()
    expect(warn.mock.calls.flat().join()).toContain('which no plugin adds')
  })

  it('says of two plugins for one namespace to list one of them', () => {
    const add = (context: PluginContext) => void context.add(Namespace, namespace)
    const kernel = create([stranger(add), stranger(add, [], 'example.other')])
    expect(kernel.inspect().problems.join()).toMatch(
      /the plugin "example\.stranger"\. Two plugins add the same chains: list only one of them\./,
    )
  })
})

describe('a feature that throws when it is opened', () => {
  it.each([
    ['at once', fault],
    ['later', async () => fault()],
  ])('%s is contained, and its plugin is named', async (_, open) => {
    const failures: unknown[] = []
    const kernel = create([
      stranger((context) => void context.add(Feature, { ...feature, open: open as () => void })),
    ])
    kernel.events.on(PluginFailed, ({ pluginId, error }) => failures.push([pluginId, error.code]))
    await kernel.start()
    await (kernel.list(Feature)[0]?.open() as unknown)
    await Promise.resolve()
    expect(failures).toEqual([['example.stranger', 'CONTRIBUTION_FAILED']])
    expect(kernel.state.plugins['example.stranger']?.error?.shortMessage).toBe(
      '"example.feature" of the plugin "example.stranger" failed in open(): a fault of a stranger',
    )
    expect(kernel.state.plugins['example.stranger']?.phase).toBe('started')
  })
})

it('refuses a setup that is asynchronous, and keeps nothing of it', async () => {
  const kernel = create([
    stranger(async (context) => {
      context.add(Feature, feature)
      await Promise.resolve()
      context.add(Feature, { ...feature, id: 'later' })
    }),
  ])
  expect(kernel.state.plugins['example.stranger']?.error?.code).toBe('PLUGIN_SETUP_ASYNC')
  await new Promise((resolve) => setTimeout(resolve))
  expect(kernel.list(Feature)).toEqual([])
})

it('names the package that provides a missing service', () => {
  const Rates = token<number>('example.rates', { package: '@example/rates' })
  const needy = definePlugin({
    id: 'example.needy',
    kernel: '^1.0.0',
    requires: { rates: Rates },
    setup() {},
  })
  expect(create([needy]).inspect().problems[0]).toContain('Add @example/rates to createKernel([...])')
})

it('keeps the sentence with the versions in a report', () => {
  const kernel = create([{ ...stranger(() => {}), kernel: '^2.0.0' }])
  expect(kernel.inspect().problems[0]).toMatch(/is made for kernel \^2\.0\.0, and this kernel is 1\./)
})

describe('a replaced service that fails', () => {
  const core: readonly Token<any>[] = [Clock, Log, Storage, Http, Notifications, Navigation]
  it.each(core.map((own) => [own.id, own] as const))(
    'in setup: the default of %s stands in',
    async (id, own) => {
      const kernel = create([stranger(fault, [own])])
      await kernel.start()
      expect(kernel.get(own)).toBeTypeOf('object')
      expect(kernel.state.plugins['example.stranger']?.phase).toBe('failed')
      expect(kernel.state.plugins[id]?.phase).toBe('started')
      expect(kernel.inspect().problems).toContain(`${id}: the kernel's own service stands in.`)
      expect(kernel.get(Session).state.activeNamespace).toBeUndefined()
    },
  )

  it.each(core.map((own) => [own.id, own] as const))(
    'when it is first asked for: the default of %s stands in',
    async (id, own) => {
      const kernel = create([stranger((context) => context.provide(own, fault), [own])])
      expect(kernel.get(own)).toBeTypeOf('object')
      await kernel.start()
      expect(kernel.state.plugins['example.stranger']?.phase).toBe('failed')
      expect(kernel.state.plugins[id]?.phase).toBe('started')
    },
  )

  it.each([
    ['setup', fault],
    [
      'a factory',
      (context: PluginContext) => {
        context.provide(Session, fault)
        context.provide(Networks, fault)
      },
    ],
  ])('in %s: session and networks stand in together', async (_, setup) => {
    const kernel = create([stranger(setup, [Session, Networks])])
    await kernel.start()
    expect(kernel.get(Networks).list()).toEqual([])
    expect(kernel.get(Session).state.connections).toEqual([])
    expect(kernel.state.plugins['example.stranger']?.phase).toBe('failed')
    await kernel.dispose()
    expect(kernel.state.plugins['latchkey.session']?.phase).toBe('disposed')
  })

  it('leaves a service of a stranger that nothing replaces to its consumers', () => {
    const Own = token<number>('example.own')
    const kernel = create([stranger((context) => context.provide(Own, fault), [Own])])
    expect(() => kernel.get(Own)).toThrow('a fault of a stranger')
  })
})

describe('state', () => {
  const states = [
    ['the kernel', (kernel: ReturnType<typeof create>) => kernel.state],
    ['the session', (kernel: ReturnType<typeof create>) => kernel.get(Session).state],
    ['the networks', (kernel: ReturnType<typeof create>) => kernel.get(Networks).state],
    ['navigation', (kernel: ReturnType<typeof create>) => kernel.get(Navigation).state],
    ['notifications', (kernel: ReturnType<typeof create>) => kernel.get(Notifications).state],
  ] as const

  it.each(states)('of %s is changed by its writer alone', async (_, stateOf) => {
    const kernel = create([stranger((context) => void context.add(Namespace, namespace))])
    await kernel.start()
    const state = stateOf(kernel) as Record<string, any>
    const before = JSON.stringify(snapshot(state))
    const refused = expect.objectContaining({ code: 'STATE_READ_ONLY' })
    for (const name of [...Object.keys(state), 'invented']) {
      expect(() => {
        state[name] = null
      }, name).toThrow(refused)
      expect(() => delete state[name], name).toThrow(refused)
      expect(() => Object.defineProperty(state, name, { value: null }), name).toThrow(refused)
      const part = state[name]
      if (typeof part !== 'object' || part === null) continue
      expect(() => {
        part.invented = null
      }, name).toThrow(refused)
      if (Array.isArray(part)) expect(() => part.push(null), name).toThrow(refused)
    }
    expect(JSON.stringify(snapshot(state))).toBe(before)
  })

  it('is still heard of when its writer changes it', async () => {
    const kernel = create([stranger((context) => void context.add(Namespace, namespace))])
    const heard: unknown[] = []
    subscribe(
      kernel.get(Session).state,
      () => heard.push(snapshot(kernel.get(Session).state).activeNamespace),
      true,
    )
    kernel.get(Session).setActiveNamespace('test')
    expect(heard).toEqual(['test'])
    const before = snapshot(kernel.state)
    expect(snapshot(kernel.state)).toBe(before)
  })
})

it('hands connectors a request that they cannot change', async () => {
  const pushing = {
    ...connector,
    connect: async ({ namespaces }: { readonly namespaces: readonly string[] }) => {
      ;(namespaces as string[]).push('ghost')
      return fault()
    },
  }
  const kernel = create([
    stranger((context) => {
      context.add(Namespace, namespace)
      context.add(Connector, pushing)
    }),
  ])
  await kernel.start()
  const session = kernel.get(Session)
  const failure = await session.connect({ connectorId: connector.id }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ cause: expect.any(TypeError) })
  expect(Object.keys(session.state.namespaces)).toEqual(['test'])
})

describe('mistakes of the host', () => {
  const problemsOf = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      return (error as { problems?: readonly string[] }).problems
    }
    return []
  }

  it('a plugin without a list', () => {
    expect(problemsOf(() => createKernel(stranger(() => {}) as never))).toEqual([
      'Plugins come as a list: write createKernel([plugin]).',
    ])
  })

  it.each([
    [{ plugins: [] }, 'There is no option "plugins". There are: id, app, '],
    [
      { onPluginError: 'ignore' },
      'The option "onPluginError" must be a choice: "contain" or "throw"; received "ignore".',
    ],
    [{ storage: 'local' }, 'The option "storage" must be a storage adapter'],
    [{ enableReconnect: 'no' }, 'The option "enableReconnect" must be a boolean'],
  ])('the options %j', (options, sentence) => {
    const problems = problemsOf(() => createKernel([], options as never))
    expect(problems).toHaveLength(1)
    expect(problems?.[0]).toContain(sentence)
  })
})

describe('two kernels of one page', () => {
  const page = {} as Window & typeof globalThis
  const told = () => vi.mocked(console.error).mock.calls.filter(([text]) => `${text}`.includes('have the id'))
  async function start(id?: string) {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('window', page)
    const kernel = createKernel([], id === undefined ? {} : { id })
    await kernel.start()
    return kernel
  }
  afterEach(() => vi.unstubAllGlobals())

  it('are told when they share what they store', async () => {
    const first = await start()
    expect(told()).toEqual([])
    const second = await start()
    expect(told()).toHaveLength(1)
    expect(told()[0]?.[1]).toMatchObject({ code: 'KERNEL_ID_TAKEN' })
    await Promise.all([first.dispose(), second.dispose()])
  })

  it('may have two ids, or follow each other', async () => {
    const first = await start()
    const second = await start('second')
    await first.dispose()
    const third = await start()
    expect(told()).toEqual([])
    await Promise.all([second.dispose(), third.dispose()])
  })
})
