import { ConnectorError } from '../errors/connector.js'
import { describe, expect, it, test } from 'vitest'
import { capability } from '../keys/capability.js'
import { Explorer } from '../contracts/capabilities/explorer.js'
import { Balance } from '../contracts/capabilities/balance.js'
import { definePlugin, type PluginContext, type PluginHandle } from '../engine/definePlugin.js'
import { extensionPoint } from '../keys/extensionPoint.js'
import { Connector, type ConnectorContribution } from '../contracts/points/connector.js'
import { Namespace } from '../contracts/points/namespace.js'
import { token } from '../keys/token.js'
import { version } from '../engine/version.js'
import {
  type ConnectorHarness,
  connectorSuite,
  fakeAccount,
  fakeNamespace,
  fakeWallet,
  namespaceSuite,
  type NamespaceSuiteOptions,
  pluginSuite,
  type PluginSuiteOptions,
} from './index.js'

type Outcome = Record<string, string>

/** Runs a suite with a runner of a few lines and answers what failed, by the test's name. */
async function failures(run: (test: (name: string, body: () => unknown) => void) => void): Promise<Outcome> {
  const tests: [string, () => unknown][] = []
  run((name, body) => void tests.push([name, body]))
  const failed: Outcome = {}
  for (const [name, body] of tests) {
    try {
      await body()
    } catch (error) {
      failed[name] = (error as Error).message
    }
  }
  return failed
}

const wallet = () =>
  fakeWallet({
    id: 'example.chain.wallet',
    accounts: [fakeAccount('eip155:1', '0xa'), fakeAccount('eip155:1', '0xb')],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', restore: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
  })

const Service = token<string>('example.service')

const makePlugin = (
  setup: (context: PluginContext) => PluginHandle | undefined,
  overrides: { id?: string; kernel?: string } = {},
) => definePlugin({ id: 'example.chain', kernel: '^1.0.0', setup, ...overrides })

describe('pluginSuite', () => {
  const good = () =>
    definePlugin({
      id: 'example.chain',
      kernel: '^1.0.0',
      provides: [Service],
      setup(context) {
        context.provide(Service, () => 'here')
        context.add(Namespace, fakeNamespace('eip155'))
        context.add(Connector, wallet().connector)
        return {
          start() {
            const timer = setInterval(() => {}, 1_000)
            context.defer(() => clearInterval(timer))
          },
        }
      },
    })
  const manifest = { peerDependencies: { '@latchkey/kernel': '^1.0.0' } }

  pluginSuite({ test, create: good, manifest, imports: () => ['/app/node_modules/preact/index.js'] })

  const run = (options: Omit<PluginSuiteOptions, 'test'>) =>
    failures((own) => pluginSuite({ test: own, ...options }))

  it.each<[string, Omit<PluginSuiteOptions, 'test'>, RegExp]>([
    [
      'fails in setup',
      {
        create: () =>
          makePlugin(() => {
            throw new Error('no')
          }),
      },
      /"example.chain" to be ready, but it is failed/,
    ],
    [
      'fails in start',
      { create: () => makePlugin(() => ({ start: () => Promise.reject(new Error('no')) })) },
      /to be started, but it is failed/,
    ],
    [
      'leaves a timer',
      { create: () => makePlugin(() => ({ start: () => void setTimeout(() => {}, 5).unref() })) },
      /nothing left on the page, found setTimeout/,
    ],
    [
      'leaves an interval',
      { create: () => makePlugin(() => ({ start: () => void setInterval(() => {}, 1e6).unref() })) },
      /found setInterval/,
    ],
    [
      'states another range than its package',
      { create: good, manifest: { peerDependencies: { '@latchkey/kernel': '^1.1.0' } } },
      /kernel range \^1\.0\.0 to equal the peer range \^1\.1\.0/,
    ],
    ['has no peer range', { create: good, manifest: {} }, /to equal the peer range undefined/],
    [
      'uses ids that are not its own',
      {
        create: () =>
          makePlugin((context) => {
            context.add(Connector, { ...wallet().connector, id: 'metamask' })
            return undefined
          }),
      },
      /"metamask" of "latchkey.connector" to begin with "example.chain."/,
    ],
    [
      'imports React',
      { create: good, imports: async () => ['/a/node_modules/react/index.js'] },
      /no import of React, found \/a\/node_modules\/react\/index.js/,
    ],
    [
      'shares state between kernels',
      (() => {
        let used = false
        return {
          create: () =>
            makePlugin(() => {
              if (used) throw new Error('already in use')
              used = true
              return undefined
            }),
        }
      })(),
      /already in use/,
    ],
  ])('finds a plugin that %s', async (_, options, message) => {
    expect(Object.values(await run(options)).join('\n')).toMatch(message)
  })

  describe('a workspace’s own way to write versions', () => {
    const stating = (range: string) => () =>
      definePlugin({ id: 'example.good', kernel: range, setup: () => undefined })
    const runStating = (stated: string, published: string) =>
      run({ create: stating(stated), manifest: { peerDependencies: { '@latchkey/kernel': published } } })

    it.each([
      [`^${version}`, 'workspace:^'],
      ['^1.0.0', 'workspace:^1.0.0'],
      ['^1.0.0', '^1.0.0'],
    ])('takes %s for %s', async (stated, published) => {
      expect(await runStating(stated, published)).toEqual({})
    })

    it.each([
      ['^0.9.0', 'workspace:^'],
      [version, 'workspace:^'],
      ['^1.0.0', '^1.1.0'],
      ['^1.0.0', 'workspace:^1.1.0'],
    ])('refuses %s for %s', async (stated, published) => {
      const failed = await runStating(stated, published)
      expect(Object.values(failed).join('\n')).toMatch(/kernel range .* to equal the peer range/)
    })
  })

  it('brings the other plugins that one needs', async () => {
    const Other = extensionPoint<{ id: string }>('example.other')
    const create = () =>
      definePlugin({
        id: 'example.user',
        kernel: '^1.0.0',
        requires: { service: Service },
        setup: (context) => void context.add(Other, { id: 'x' }),
      })
    expect(Object.values(await run({ create })).length).toBeGreaterThan(0)
    expect(await run({ create, others: () => [good()] })).toEqual({})
  })

  it('leaves out the groups that are switched off', async () => {
    const create = () =>
      makePlugin(() => {
        throw new Error('no')
      })
    expect(
      await run({ create, skip: ['lifecycle', 'server', 'manifest', 'ids', 'imports', 'neighbours'] }),
    ).toEqual({})
  })
})

describe('connectorSuite', () => {
  const harness = (change: (connector: ConnectorContribution) => ConnectorContribution = (same) => same) => {
    const own = wallet()
    let prompts = 0
    const connector = change({
      ...own.connector,
      connect: (request) => {
        request.signal.throwIfAborted()
        prompts += 1
        const aborted = new Promise<never>((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        )
        return Promise.race([own.connector.connect(request), aborted])
      },
    })
    return {
      connector,
      reject: () => own.answer({ connect: 'reject' }),
      hang: () => own.answer({ connect: 'hang' }),
      fail: () =>
        own.answer({
          connect: async () => {
            throw new ConnectorError('x', { code: 'WALLET_FAILED' })
          },
        }),
      changeAccount: () => own.report({ accounts: [fakeAccount('eip155:1', '0xb')] }),
      changeNetwork: () => own.report({ networks: { eip155: 'eip155:2' } }),
      prompts: () => prompts,
    } satisfies ConnectorHarness
  }

  // The fake wallet answers by a list, in which nothing can be held back, thrown or forgotten.
  const lacks = ['listeners', 'hold', 'throws', 'remove', 'forget'] as const
  connectorSuite({ test, create: () => harness(), namespace: 'eip155', lacks })

  const run = (create: () => ConnectorHarness) =>
    failures((own) => connectorSuite({ test: own, create, namespace: 'eip155', lacks }))
  type Connect = ConnectorContribution['connect']
  const changed = (change: (connect: Connect) => Connect) => () =>
    harness((connector) => ({ ...connector, connect: change(connector.connect) }))

  it.each<[string, () => ConnectorHarness, RegExp]>([
    [
      'has no account',
      changed((connect) => async (r) => ({ ...(await connect(r)), accounts: [] })),
      /at least one account/,
    ],
    [
      'names an account of another namespace',
      changed((connect) => async (r) => ({
        ...(await connect(r)),
        accounts: [fakeAccount('solana:1', 'x')],
      })),
      /a CAIP-10 account of "eip155"/,
    ],
    [
      'names a network that is none',
      changed((connect) => async (r) => ({ ...(await connect(r)), networks: { eip155: '0x1' as never } })),
      /a CAIP-2 id of "eip155", found 0x1/,
    ],
    [
      'offers no provider',
      changed((connect) => async (r) => ({ ...(await connect(r)), provider: () => undefined })),
      /a provider for the namespace/,
    ],
    [
      'says a rejection in its own words',
      changed((connect) => (r) => connect(r).catch(() => Promise.reject(new Error('User rejected')))),
      /code USER_REJECTED, found Error: User rejected/,
    ],
    [
      'connects although the person declined',
      () => ({ ...harness(), reject: () => {} }),
      /the connection to be declined/,
    ],
    [
      'goes on reporting after the end',
      changed((connect) => async (r) => ({ ...(await connect(r)), disconnect: async () => {} })),
      /no report after disconnect/,
    ],
    [
      'reports no change',
      changed((connect) => (r) => connect({ ...r, onChange() {} })),
      /the new accounts to be reported/,
    ],
    [
      'prompts when it restores',
      () => {
        const made = harness()
        const { connector } = made
        return { ...made, connector: { ...connector, restore: connector.connect } }
      },
      /nobody to be asked/,
    ],
    [
      'prompts when it is prepared',
      () => {
        const made = harness()
        const { connector } = made
        const request = {
          namespaces: ['eip155'],
          networkIds: [],
          signal: new AbortController().signal,
          onChange() {},
        }
        return { ...made, connector: { ...connector, prepare: () => connector.connect(request) } }
      },
      /nobody to be asked while it prepares/,
    ],
    [
      'does not find its session again',
      () => harness((connector) => ({ ...connector, restore: async () => undefined })),
      /the session to be taken up/,
    ],
    [
      "throws the wallet's own errors",
      changed((connect) => (r) => connect(r).catch(() => Promise.reject({ code: -32603 }))),
      /one of our errors/,
    ],
  ])('finds a connector that %s', async (_, create, message) => {
    expect(Object.values(await run(create)).join('\n')).toMatch(message)
  })

  it('stops what a harness started, also when a test fails', async () => {
    let started = 0
    let stopped = 0
    await run(() => {
      started += 1
      return {
        ...harness((connector) => ({ ...connector, connect: () => Promise.reject(new Error('no')) })),
        stop: () => void stopped++,
      }
    })
    expect(started).toBeGreaterThan(8)
    expect(stopped).toBe(started)
  })
})

describe('namespaceSuite', () => {
  const good = (): Omit<NamespaceSuiteOptions, 'test'> => ({
    create: () =>
      fakeNamespace('eip155', ['1'], {
        isAddress: (value) => /^0x[0-9a-f]{4}$/i.test(value),
        capabilities: [capability(Balance, { native: () => Promise.reject(new Error('unused')) })],
      }),
    valid: ['0x00aa', '0x00AA', '0x00bb'],
    invalid: ['0x', 'aaaa', '0x00ag'],
    same: [['0x00aa', '0x00AA']],
  })

  namespaceSuite({ test, ...good() })

  it('says so where the test itself calls an address valid and invalid', async () => {
    const found = await failures((own) => namespaceSuite({ test: own, ...good(), invalid: ['0x', '0x00bb'] }))
    expect(found['accepts the addresses of its chains and no others']).toBe(
      'Expected an address to be valid or invalid, found "0x00bb" in both lists of the test: take it out of the one where it doesn’t belong.',
    )
  })

  const run = (change: Parameters<typeof fakeNamespace>[2]) =>
    failures((own) => {
      const options = good()
      namespaceSuite({ test: own, ...options, create: () => ({ ...options.create(), ...change }) })
    })

  it.each<[string, Parameters<typeof fakeNamespace>[2], RegExp]>([
    ['accepts everything', { isAddress: () => true }, /"0x" to be no address/],
    ['accepts nothing', { isAddress: () => false }, /"0x00aa" to be an address/],
    [
      'answers what is no boolean',
      { isAddress: (value) => (/^0x.{4}$/.exec(value) ?? false) as never },
      /to be an address/,
    ],
    ['compares letter by letter', { isSameAddress: (a, b) => a === b }, /"0x00aa" and "0x00AA" to be one/],
    ['takes all addresses for one', { isSameAddress: () => true }, /"0x00aa" and "0x00bb" to be two/],
    [
      'throws for what is no address',
      {
        isSameAddress: (a, b) => {
          if (!b.startsWith('0x')) throw new Error('bad input')
          return a.toLowerCase() === b.toLowerCase()
        },
      },
      /bad input/,
    ],
    ['lists a network that is malformed', { networks: [{} as never] }, /cannot be used: expected/],
    [
      'carries a capability twice',
      {
        capabilities: [1, 2].map(() =>
          capability(Balance, { native: () => Promise.reject(new Error('unused')) }),
        ),
      },
      /"latchkey.capability.balance.1" to be there once/,
    ],
    [
      'carries a capability without a version',
      { capabilities: [capability(token('example.greet'), {})] },
      /"example.greet" to end with the version of its contract/,
    ],
    [
      'carries a capability without a value',
      { capabilities: [{ token: Balance, value: undefined }] },
      /"latchkey.capability.balance.1" of a namespace has no value/,
    ],
    [
      'has an explorer that throws',
      {
        capabilities: [
          capability(Explorer, {
            addressUrl: () => {
              throw new Error('no link')
            },
            transactionUrl: () => undefined,
          }),
        ],
      },
      /no link/,
    ],
  ])('finds a namespace that %s', async (_, change, message) => {
    expect(Object.values(await run(change)).join('\n')).toMatch(message)
  })
})
