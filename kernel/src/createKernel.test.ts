import { subscribe } from 'valtio/vanilla'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKernel, type PluginInput } from './createKernel.js'
import { Log } from './platform/log.js'
import { Session } from './wallet/session/sessionState.js'
import { Storage } from './platform/storage.js'
import { definePlugin, type Plugin, type PluginContext, type PluginHandle } from './engine/definePlugin.js'
import { isKernelError } from './errors/base.js'
import { KernelConfigError } from './errors/kernel.js'
import { event } from './keys/event.js'
import { extensionPoint } from './keys/extensionPoint.js'
import type { KernelOptions } from './wallet/kernelOptions.js'
import { Connector } from './contracts/points/connector.js'
import { Namespace } from './contracts/points/namespace.js'
import { PluginFailed } from './engine/state.js'
import { fakeAccount, fakeClock, fakeNamespace, fakeStorage, fakeWallet } from './testing/index.js'
import { type Token, token } from './keys/token.js'
import { version } from './engine/version.js'

const Greeting = token<string>('test.greeting')
const Words = extensionPoint<{ id: string }>('test.words')
const Spoke = event<string>('SPOKE')

interface Draft {
  readonly id: string
  readonly kernel?: string
  readonly requires?: Record<string, Token<any>>
  readonly optional?: Record<string, Token<any>>
  readonly provides?: readonly Token<any>[]
  readonly setup?: (context: PluginContext, deps: Record<string, unknown>) => PluginHandle | undefined
}

const plugin = ({ id, kernel = '^1.0.0', requires, optional, provides, setup }: Draft): Plugin =>
  definePlugin({
    id,
    kernel,
    requires: requires ?? {},
    optional: optional ?? {},
    provides: provides ?? [],
    setup: (context, deps) => setup?.(context, deps) ?? undefined,
  })

const quiet: KernelOptions = { logLevel: 'silent' }
const create = (plugins: readonly PluginInput[], options: KernelOptions = {}) =>
  createKernel(plugins, { ...quiet, ...options })
const greeter = plugin({
  id: 'test.greeter',
  provides: [Greeting],
  setup(context) {
    context.provide(Greeting, () => 'hello')
    context.add(Words, { id: 'test.greeter.hello' })
    return undefined
  },
})
const words = (kernel: ReturnType<typeof create>) => kernel.list(Words).map(({ id }) => id)
const stateOf = (kernel: ReturnType<typeof create>, id: string) => {
  const { phase, error } = kernel.state.plugins[id] ?? {}
  return error ? [phase, error.code, error.shortMessage] : [phase]
}
const problemsOf = (plugins: readonly unknown[], options?: KernelOptions) => {
  try {
    create(plugins as PluginInput[], options)
  } catch (error) {
    if (error instanceof KernelConfigError) return error.problems
    throw error
  }
  return []
}

afterEach(() => vi.restoreAllMocks())

describe('composition', () => {
  it('sets providers up before consumers and keeps lists in the order of the host', () => {
    const seen: unknown[] = []
    const consumer = plugin({
      id: 'test.consumer',
      requires: { greeting: Greeting },
      setup(context, deps) {
        seen.push(deps['greeting'])
        context.add(Words, { id: 'test.consumer.word' })
        return undefined
      },
    })
    const kernel = create([consumer, false, null, undefined, [[greeter], []], greeter])
    expect(seen).toEqual(['hello'])
    expect(words(kernel)).toEqual(['test.consumer.word', 'test.greeter.hello'])
    expect(kernel.get(Greeting)).toBe('hello')
    expect(kernel.inspect().problems).toEqual([])
  })

  it('lets a listed plugin replace one of its own', () => {
    const own = { error() {}, warn() {}, info() {}, debug() {} }
    const kernel = create([
      plugin({
        id: 'test.log',
        provides: [Log],
        setup: (context) => void context.provide(Log, () => own) as undefined,
      }),
    ])
    expect(kernel.get(Log)).toBe(own)
    expect(kernel.state.plugins['latchkey.log']).toBeUndefined()
    expect(kernel.find(Session)).toBeDefined()
  })

  it('gives an optional service when somebody provides it and undefined otherwise', () => {
    const seen: unknown[] = []
    const user = plugin({
      id: 'test.user',
      optional: { greeting: Greeting },
      setup: (_, deps) => void seen.push(deps['greeting']) as undefined,
    })
    create([user])
    create([user, greeter])
    expect(seen).toEqual([undefined, 'hello'])
  })

  it('runs on a server: nothing of the page is there, and nothing of it is read', async () => {
    expect(typeof window).toBe('undefined')
    const wallet = fakeWallet({ accounts: [fakeAccount('eip155:1', '0xa')] })
    const kernel = create([
      plugin({
        id: 'test.chain',
        setup(context) {
          context.add(Namespace, fakeNamespace('eip155'))
          context.add(Connector, wallet.connector)
          return undefined
        },
      }),
    ])
    expect(kernel.inspect().problems).toEqual([])
    expect(kernel.get(Session).state.connections).toEqual([])
    await kernel.dispose()
  })

  it('tells subscribers of every change of a list or a phase, though one throws', async () => {
    let late: PluginContext | undefined
    const keep = (context: PluginContext) => {
      late = context
      return undefined
    }
    const kernel = create([plugin({ id: 'test.late', setup: keep })])
    let heard = 0
    kernel.subscribe(() => {
      throw new Error('fault')
    })
    const stop = kernel.subscribe(() => void heard++)
    const remove = late?.add(Words, { id: 'test.late.word' })
    expect([heard, words(kernel)]).toEqual([1, ['test.late.word']])
    remove?.()
    expect([heard, words(kernel)]).toEqual([2, []])
    await kernel.start()
    expect(heard).toBeGreaterThan(2)
    stop()
    const before = heard
    late?.add(Words, { id: 'test.late.word' })
    expect(heard).toBe(before)
  })
})

describe('mistakes of the host', () => {
  it('throws them all at once', () => {
    const A = token<number>('test.a')
    const B = token<number>('test.b')
    const run = () =>
      createKernel(
        [
          greeter,
          plugin({ id: 'test.greeter' }),
          plugin({ id: 'test.other', provides: [Greeting] }),
          plugin({ id: 'test.one', provides: [A], requires: { b: B } }),
          plugin({ id: 'test.two', provides: [B], requires: { a: A } }),
          (() => greeter) as never,
        ],
        { defaultNetwork: 'mainnet' as never, id: '' },
      )
    expect(run).toThrowErrorMatchingInlineSnapshot(`
      [KernelConfigError: createKernel cannot use this configuration: 6 to fix.

      1. Expected plugins made with definePlugin, received a function: call it, for example eip155() and not eip155.
      2. The option "defaultNetwork" must be a CAIP-2 id such as "eip155:1"; received "mainnet".
      3. The option "id" must be a text that is not empty; received "".
      4. Two plugins have the id "test.greeter". List it once, or rename one of them.
      5. "test.greeter" and "test.other" both provide "test.greeting". List only one of them.
      6. These plugins need each other in a circle: "test.one" → "test.two" → "test.one".

      Docs: @latchkey/kernel/README.md#when-something-breaks]
    `)
    expect(run).toThrow(expect.objectContaining({ code: 'KERNEL_CONFIG_INVALID' }))
  })

  it.each([
    [() => {}, 'a function: call it, for example eip155() and not eip155'],
    ['eip155', 'a string'],
    [42, 'a number'],
    [true, 'a boolean'],
    [Symbol('x'), 'a symbol'],
    [{}, 'an object without an id'],
    [{ id: '', setup() {} }, 'an object without an id'],
    [new Date(0), 'an object without an id'],
    [
      { id: 'test.raw' },
      '"test.raw", which lacks a setup or names tokens that are undefined (check for a circular import)',
    ],
    [
      { id: 'test.raw', kernel: '^1.0.0', setup() {} },
      '"test.raw", which lacks a setup or names tokens that are undefined (check for a circular import)',
    ],
    [
      plugin({ id: 'test.token', requires: { missing: undefined as never } }),
      '"test.token", which lacks a setup or names tokens that are undefined (check for a circular import)',
    ],
    [
      plugin({ id: 'test.token', provides: [undefined as never] }),
      '"test.token", which lacks a setup or names tokens that are undefined (check for a circular import)',
    ],
  ])('refuses %s in place of a plugin', (value, received) => {
    expect(problemsOf([greeter, value])).toEqual([
      `Expected plugins made with definePlugin, received ${received}.`,
    ])
  })

  it('is content with an empty list', () => {
    expect(problemsOf([])).toEqual([])
    expect(problemsOf([[], false, [null, [undefined]]])).toEqual([])
  })
})

describe('the version handshake', () => {
  it.each([
    [
      '^2.0.0',
      `The plugin "test.foreign" is made for kernel ^2.0.0, and this kernel is ${version}. Install matching versions.`,
    ],
    ['^1.0.0-beta', 'The plugin "test.foreign" states a kernel range that cannot be read.'],
    ['', 'The plugin "test.foreign" does not say which kernel it is made for.'],
    [undefined as never, 'The plugin "test.foreign" does not say which kernel it is made for.'],
  ])('does not call the setup of a plugin that states %s', (kernel, sentence) => {
    const setup = vi.fn(() => undefined)
    const made = create([{ ...plugin({ id: 'test.foreign', setup }), kernel }, greeter])
    expect(setup).not.toHaveBeenCalled()
    expect(stateOf(made, 'test.foreign')).toEqual(['failed', 'PLUGIN_INCOMPATIBLE', sentence])
    expect(stateOf(made, 'test.greeter')).toEqual(['ready'])
  })

  it('accepts one of several carets', () => {
    const kernel = create([plugin({ id: 'test.both', kernel: '^1.0.0 || ^2.0.0' })])
    expect(stateOf(kernel, 'test.both')).toEqual(['ready'])
  })
})

describe('setup is a transaction', () => {
  it('keeps nothing of a setup that throws', async () => {
    const cleaned: string[] = []
    const heard: unknown[] = []
    const bad = plugin({
      id: 'test.bad',
      provides: [Greeting],
      setup(context) {
        context.provide(Greeting, () => 'never')
        context.add(Words, { id: 'test.bad.word' })
        context.on(Spoke, (word) => heard.push(word))
        context.defer(() => void cleaned.push('cleaned'))
        throw new Error('half way')
      },
    })
    const kernel = create([bad])
    expect(stateOf(kernel, 'test.bad')).toEqual([
      'failed',
      'PLUGIN_SETUP_FAILED',
      'The plugin "test.bad" could not be set up: half way',
    ])
    expect(cleaned).toEqual(['cleaned'])
    expect(words(kernel)).toEqual([])
    expect(kernel.find(Greeting)).toBeUndefined()
    kernel.events.emit(Spoke, 'hello')
    expect(heard).toEqual([])
  })

  it('shows what it adds only when setup has returned', () => {
    const seen: unknown[] = []
    create([
      plugin({
        id: 'test.early',
        provides: [Greeting],
        setup(context) {
          context.provide(Greeting, () => 'hello')
          context.add(Words, { id: 'test.early.word' })
          seen.push(context.list(Words).length, context.find(Greeting))
          return undefined
        },
      }),
    ])
    expect(seen).toEqual([0, undefined])
  })

  it('forgets what setup itself takes back', () => {
    const kernel = create([
      plugin({
        id: 'test.undecided',
        setup(context) {
          context.add(Words, { id: 'test.undecided.a' })()
          context.add(Words, { id: 'test.undecided.a' })
          context.add(Words, { id: 'test.undecided.b' })()
          return undefined
        },
      }),
    ])
    expect(words(kernel)).toEqual(['test.undecided.a'])
  })

  it.each([
    ['within the plugin', [], 'test.copy'],
    ['of another plugin', [plugin({ id: 'test.first', setup: addWord('x') })], 'test.first'],
  ])('fails for an id that is taken %s', (_, others, owner) => {
    const setup = (context: PluginContext) => {
      if (others.length === 0) context.add(Words, { id: 'x' })
      context.add(Words, { id: 'x' })
      return undefined
    }
    const kernel = create([...others, plugin({ id: 'test.copy', setup })])
    expect(stateOf(kernel, 'test.copy')).toEqual([
      'failed',
      'DUPLICATE_CONTRIBUTION',
      '"x" was added to "test.words" twice.',
    ])
    expect(kernel.state.plugins['test.copy']?.error?.message).toContain(`from the plugin "${owner}"`)
    expect(words(kernel)).toEqual(others.length === 0 ? [] : ['x'])
  })

  it('commits nothing when another plugin took the id while setup ran', () => {
    const kernel = create([
      plugin({
        id: 'test.thief',
        setup: (context) => void context.on(Spoke, () => void context.add(Words, { id: 'x' })) as undefined,
      }),
      plugin({
        id: 'test.victim',
        provides: [Greeting],
        setup(context) {
          context.provide(Greeting, () => 'never')
          context.add(Words, { id: 'y' })
          context.add(Words, { id: 'x' })
          context.emit(Spoke, 'now')
          return undefined
        },
      }),
    ])
    expect(stateOf(kernel, 'test.victim').slice(0, 2)).toEqual(['failed', 'DUPLICATE_CONTRIBUTION'])
    expect(words(kernel)).toEqual(['x'])
    expect(kernel.find(Greeting)).toBeUndefined()
  })

  it.each([
    ['does not provide what it declares', [Greeting], []],
    ['provides what it does not declare', [], [Greeting]],
    ['provides one thing twice', [Greeting], [Greeting, Greeting]],
  ])('fails when it %s', (_, declared, provided) => {
    const kernel = create([
      plugin({
        id: 'test.liar',
        provides: declared as Token<any>[],
        setup(context) {
          for (const one of provided) context.provide(one, () => 'x')
          return undefined
        },
      }),
    ])
    expect(stateOf(kernel, 'test.liar')).toEqual([
      'failed',
      'PLUGIN_PROVIDES_MISMATCH',
      '"test.liar" must provide "test.greeting" exactly once, in setup, and declare it.',
    ])
    expect(kernel.find(Greeting)).toBeUndefined()
  })

  it('fails for a network that is malformed, and says what was expected', () => {
    const namespace = fakeNamespace('eip155', ['1'])
    const networks = [{ ...namespace.networks[0], rpcUrls: 'https://rpc.example' }] as never
    const kernel = create([
      plugin({
        id: 'test.chain',
        setup: (context) => void context.add(Namespace, { ...namespace, networks }) as undefined,
      }),
    ])
    expect(stateOf(kernel, 'test.chain')).toEqual([
      'failed',
      'NETWORK_INVALID',
      'The network "eip155:1" of "eip155" cannot be used: expected `rpcUrls` to be a list of http(s) or ws(s) addresses.',
    ])
    expect(kernel.list(Namespace)).toEqual([])
  })
})

function addWord(id: string) {
  return (context: PluginContext) => {
    context.add(Words, { id })
    return undefined
  }
}

describe('isolation', () => {
  it('reports a missing service and the dependents of a plugin that failed', () => {
    const failures: unknown[] = []
    const kernel = create([
      plugin({
        id: 'test.watcher',
        setup: (context) =>
          void context.on(PluginFailed, ({ pluginId }) => failures.push(pluginId)) as undefined,
      }),
      plugin({ id: 'test.needy', requires: { greeting: Greeting } }),
      plugin({
        id: 'test.broken',
        provides: [Greeting],
        setup: () => {
          throw 'no reason'
        },
      }),
      plugin({ id: 'test.fine', setup: addWord('test.fine.word') }),
    ])
    expect(stateOf(kernel, 'test.broken')[2]).toBe('The plugin "test.broken" could not be set up: no reason')
    expect(stateOf(kernel, 'test.needy')).toEqual([
      'failed',
      'PLUGIN_MISSING_SERVICE',
      'Nothing provides "test.greeting", which "test.needy" needs.',
    ])
    expect(words(kernel)).toEqual(['test.fine.word'])
    expect(failures).toEqual(['test.broken', 'test.needy'])
    expect(kernel.inspect().problems).toHaveLength(2)
  })

  it('fails the consumer of a factory that throws, with the cause in the chain', () => {
    const cause = new Error('no key')
    const kernel = create([
      plugin({
        id: 'test.maker',
        provides: [Greeting],
        setup: (context) =>
          void context.provide(Greeting, () => {
            throw cause
          }) as undefined,
      }),
      plugin({ id: 'test.consumer', requires: { greeting: Greeting } }),
    ])
    expect(stateOf(kernel, 'test.maker')).toEqual(['ready'])
    const error = kernel.state.plugins['test.consumer']?.error
    expect(error?.code).toBe('PLUGIN_SETUP_FAILED')
    expect(error?.walk((link) => link === cause)).toBe(cause)
  })

  it('keeps what a plugin added when its start fails, and marks its connectors unsupported', async () => {
    class ClassConnector {
      readonly id = 'test.slow.wallet'
      readonly name = 'Wallet'
      readonly group = 'injected'
      readonly namespaces = ['eip155']
      readiness() {
        return 'installed' as const
      }
      connect(): Promise<never> {
        return Promise.reject(new Error(`${this.name} is here`))
      }
    }
    const kernel = create([
      plugin({
        id: 'test.slow',
        setup(context) {
          context.add(Words, { id: 'test.slow.word' })
          context.add(Connector, new ClassConnector())
          return { start: () => Promise.reject(new Error('no frame')) }
        },
      }),
      plugin({ id: 'test.user', setup: addWord('test.user.word') }),
    ])
    const failures: string[] = []
    kernel.events.on(PluginFailed, ({ pluginId }) => failures.push(pluginId))
    await kernel.start()
    expect(stateOf(kernel, 'test.slow')).toEqual([
      'failed',
      'PLUGIN_START_FAILED',
      'The plugin "test.slow" could not be started: no frame',
    ])
    expect(failures).toEqual(['test.slow'])
    expect(stateOf(kernel, 'test.user')).toEqual(['started'])
    expect(words(kernel)).toEqual(['test.slow.word', 'test.user.word'])
    const [connector] = kernel.list(Connector)
    expect(connector?.readiness()).toBe('unsupported')
    expect(connector?.name).toBe('Wallet')
    await expect(connector?.connect({} as never)).rejects.toThrow('Wallet is here')
  })

  it('lets five hostile plugins at once cost only themselves', async () => {
    const hostile = (id: string, setup: Draft['setup']) =>
      plugin({ id: `hostile.${id}`, ...(setup ? { setup } : {}) })
    const cleaned: string[] = []
    const clock = fakeClock()
    const kernel = create(
      [
        hostile('setup', () => {
          throw new Error('in setup')
        }),
        hostile('start', () => ({
          start() {
            throw new Error('in start')
          },
        })),
        hostile('listener', (context) => {
          context.on(Spoke, () => {
            throw new Error('in a listener')
          })
          context.on(Spoke, (() => Promise.reject(new Error('in a listener, later'))) as never)
          return undefined
        }),
        hostile('cleanup', (context) => {
          context.defer(() => void cleaned.push('hostile, earlier'))
          context.defer(() => {
            throw new Error('in a cleanup')
          })
          return undefined
        }),
        hostile('forever', (context) => {
          context.defer(() => new Promise<void>(() => {}))
          return undefined
        }),
        plugin({
          id: 'test.good',
          setup(context) {
            context.add(Words, { id: 'test.good.word' })
            context.on(Spoke, (word) => void context.add(Words, { id: `test.good.${word}` }))
            context.defer(() => void cleaned.push('good'))
            return { start: () => void context.add(Words, { id: 'test.good.started' }) }
          },
        }),
      ],
      { clock },
    )
    await kernel.start()
    kernel.events.emit(Spoke, 'heard')
    expect(words(kernel)).toEqual(['test.good.word', 'test.good.started', 'test.good.heard'])
    expect(stateOf(kernel, 'test.good')).toEqual(['started'])
    expect(
      ['setup', 'start', 'listener', 'cleanup', 'forever'].map((id) => stateOf(kernel, `hostile.${id}`)[0]),
    ).toEqual(['failed', 'failed', 'started', 'started', 'started'])
    const disposal = kernel.dispose()
    await vi.waitFor(() => {
      clock.advance(5_000)
      expect(kernel.state.phase).toBe('disposed')
    })
    await disposal
    expect(cleaned).toEqual(['good', 'hostile, earlier'])
    expect(kernel.state.phase).toBe('disposed')
    expect(words(kernel)).toEqual([])
  })
})

describe("onPluginError: 'throw'", () => {
  it('throws what setup throws, and takes back what was set up before', async () => {
    const cleaned = vi.fn()
    const first = plugin({ id: 'test.first', setup: (context) => void context.defer(cleaned) as undefined })
    const bad = plugin({
      id: 'test.bad',
      setup: () => {
        throw new Error('no')
      },
    })
    expect(() => create([first, bad], { onPluginError: 'throw' })).toThrow('could not be set up: no')
    await vi.waitFor(() => expect(cleaned).toHaveBeenCalledOnce())
  })

  it('rejects start with what a start throws', async () => {
    const bad = plugin({ id: 'test.bad', setup: () => ({ start: () => Promise.reject(new Error('no')) }) })
    const kernel = create([bad], { onPluginError: 'throw' })
    await expect(kernel.start()).rejects.toThrow('The plugin "test.bad" could not be started: no')
  })
})

describe('start', () => {
  it('runs starts side by side, each behind the providers it needs', async () => {
    const seen: string[] = []
    const gates = new Map<string, () => void>()
    const unit = (id: string, draft: Partial<Draft> = {}) =>
      plugin({
        id,
        ...draft,
        setup(context) {
          for (const one of draft.provides ?? []) context.provide(one, () => id as never)
          return {
            async start() {
              seen.push(`${id} begins`)
              await new Promise<void>((resolve) => gates.set(id, resolve))
              seen.push(`${id} ends`)
            },
          }
        },
      })
    const kernel = create([
      unit('consumer', { requires: { greeting: Greeting } }),
      unit('provider', { provides: [Greeting] }),
      unit('other'),
    ])
    const started = kernel.start()
    expect(kernel.start()).toBe(started)
    await vi.waitFor(() => expect(gates.size).toBe(2))
    expect(seen).toEqual(['provider begins', 'other begins'])
    expect(kernel.state.plugins['provider']?.phase).toBe('starting')
    expect(kernel.state.plugins['consumer']?.phase).toBe('ready')
    gates.get('provider')?.()
    await vi.waitFor(() => expect(gates.has('consumer')).toBe(true))
    expect(seen).toEqual(['provider begins', 'other begins', 'provider ends', 'consumer begins'])
    gates.get('consumer')?.()
    gates.get('other')?.()
    await started
    expect(Object.values(kernel.state.plugins).every(({ phase }) => phase === 'started')).toBe(true)
  })

  it('warns of a start that takes over a second, with the id of the plugin', async () => {
    const clock = fakeClock()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let end = () => {}
    const slow = plugin({
      id: 'test.slow',
      setup: () => ({
        start: () =>
          new Promise<void>((resolve) => {
            end = resolve
          }),
      }),
    })
    const kernel = createKernel([slow], { clock, logLevel: 'warn' })
    const started = kernel.start()
    await vi.waitFor(() => expect(kernel.state.plugins['test.slow']?.phase).toBe('starting'))
    clock.advance(1_000)
    expect(warn).toHaveBeenCalledWith(
      '[latchkey] The plugin "test.slow" has been starting for over a second.',
    )
    end()
    await started
    expect(kernel.inspect().plugins.find(({ id }) => id === 'test.slow')?.startTime).toBe(1_000)
    expect(clock.pending).toBe(0)
  })

  it('does nothing after disposal', async () => {
    const start = vi.fn()
    const kernel = create([plugin({ id: 'test.one', setup: () => ({ start }) })])
    await kernel.dispose()
    await kernel.start()
    expect(start).not.toHaveBeenCalled()
  })

  it('lets a disposal overtake it', async () => {
    const kernel = create([
      plugin({ id: 'test.one', setup: (context) => ({ start: () => void context.on(Spoke, () => {}) }) }),
    ])
    const started = kernel.start()
    await kernel.dispose()
    await started
    expect(stateOf(kernel, 'test.one')).toEqual(['disposed'])
  })
})

describe('dispose', () => {
  it('runs once, in reverse, consumers before providers', async () => {
    const seen: string[] = []
    const unit = (draft: Draft) =>
      plugin({
        ...draft,
        setup(context) {
          for (const one of draft.provides ?? []) context.provide(one, () => draft.id as never)
          context.signal.addEventListener('abort', () => seen.push(`${draft.id} signal`))
          context.defer(() => void seen.push(draft.id))
          return undefined
        },
      })
    const kernel = create([
      unit({ id: 'consumer', requires: { greeting: Greeting } }),
      unit({ id: 'provider', provides: [Greeting] }),
      unit({ id: 'last' }),
    ])
    expect(kernel.dispose()).toBe(kernel.dispose())
    await kernel.dispose()
    expect(seen).toEqual([
      'last signal',
      'last',
      'consumer signal',
      'consumer',
      'provider signal',
      'provider',
    ])
  })

  it('lets a plugin hear every event until it is disposed', async () => {
    const heard: string[] = []
    const kernel = create([
      plugin({
        id: 'test.ear',
        setup: (context) => void context.onAny(({ id }) => heard.push(id)) as undefined,
      }),
    ])
    kernel.events.emit(Spoke, 'once')
    await kernel.dispose()
    kernel.events.emit(Spoke, 'never')
    expect(heard.filter((id) => id === Spoke.id)).toEqual([Spoke.id])
  })

  it('empties every list, silences events and refuses late use', async () => {
    let late: PluginContext | undefined
    const kernel = create([
      plugin({
        id: 'test.late',
        setup(context) {
          late = context
          context.add(Words, { id: 'test.late.word' })
          return undefined
        },
      }),
    ])
    const heard = vi.fn()
    kernel.events.on(Spoke, heard)
    await kernel.dispose()
    expect(Object.values(kernel.inspect().contributions).every((count) => count === 0)).toBe(true)
    kernel.events.emit(Spoke, 'nobody')
    expect(heard).not.toHaveBeenCalled()
    const disposed = expect.objectContaining({ code: 'SCOPE_DISPOSED' })
    expect(() => late?.add(Words, { id: 'x' })).toThrow(disposed)
    expect(() => late?.on(Spoke, () => {})).toThrow(disposed)
    expect(() => late?.onAny(() => {})).toThrow(disposed)
    expect(() => late?.defer(() => {})).toThrow(disposed)
    expect(late?.signal.aborted).toBe(true)
  })

  it('leaves another kernel alone', async () => {
    const left = create([greeter], { id: 'left', storage: fakeStorage() })
    const right = create([greeter], { id: 'right', storage: fakeStorage() })
    await Promise.all([left.start(), right.start()])
    await left.dispose()
    expect(words(left)).toEqual([])
    expect(words(right)).toEqual(['test.greeter.hello'])
    expect(right.get(Greeting)).toBe('hello')
    expect(right.state.phase).toBe('started')
    const changed = vi.fn()
    subscribe(right.state, changed, true)
    expect(left.get(Storage)).not.toBe(right.get(Storage))
    await right.dispose()
    expect(changed).toHaveBeenCalled()
  })
})

describe('the log', () => {
  it('says on the console which plugin failed', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const kernel = createKernel([
      plugin({
        id: 'test.bad',
        setup: () => {
          throw new Error('no')
        },
      }),
    ])
    const [line, detail] = error.mock.calls[0] ?? []
    expect(line).toBe(
      '[latchkey] The plugin "test.bad" failed: The plugin "test.bad" could not be set up: no',
    )
    expect(isKernelError(detail, 'PLUGIN_SETUP_FAILED')).toBe(true)
    expect(kernel.id).toBe('latchkey')
  })
})
