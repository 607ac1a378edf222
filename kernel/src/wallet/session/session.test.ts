import { describe, expect, it, vi } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import type { Connection, ConnectRequest } from '../../contracts/points/connector.js'
import { providerKey } from '../../keys/providerKey.js'
import {
  fakeAccount,
  fakeNamespace,
  fakeStorage,
  fakeWallet,
  type FakeWalletOptions,
} from '../../testing/index.js'
import { ConnectDeclined, ConnectFailed } from './sessionState.js'
import { Connected, Disconnected, DisconnectFailed } from './walletEvents.js'

const [a, b, c] = ['0xa', '0xb', '0xc'].map((address) => fakeAccount('eip155:1', address))
const s = fakeAccount('solana:1', 'So')
const accounts = [a, b, c].flatMap((account) => account ?? [])
const approving = {
  connect: 'approve',
  restore: 'approve',
  switchNetwork: 'approve',
  disconnect: 'approve',
} as const

const makeWallet = (id: string, options: Partial<FakeWalletOptions> = {}) =>
  fakeWallet({ id, name: `Wallet ${id}`, accounts: accounts.slice(0, 1), answers: approving, ...options })

async function started(options: Parameters<typeof appWith>[0] = {}) {
  const app = appWith(options)
  await app.kernel.start()
  await settle()
  app.events.length = 0
  return app
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: { code?: unknown }) => error.code,
  )

describe('connect', () => {
  it('shows connecting at once, then the connection, its account and the events', async () => {
    const wallet = makeWallet('one', { networks: { eip155: 'eip155:2' } })
    const { session, statuses, address, events, networks } = await started({ wallets: [wallet] })
    const connecting = session.connect({ connectorId: 'one' })
    expect(statuses()).toEqual({ eip155: 'connecting' })
    const record = await connecting
    expect(record).toMatchObject({
      id: 'one',
      connectorId: 'one',
      name: 'Wallet one',
      namespaces: ['eip155'],
    })
    expect(statuses()).toEqual({ eip155: 'connected' })
    expect(address('eip155')).toBe('0xa')
    expect(session.state.activeNamespace).toBe('eip155')
    expect(session.state.recent).toMatchObject([{ connectorId: 'one', name: 'Wallet one' }])
    expect(networks.active()?.id).toBe('eip155:2')
    expect(session.provider(providerKey('eip155'))).toEqual({ wallet: 'one', namespace: 'eip155' })
    expect(session.provider(providerKey('solana'))).toBeUndefined()
    const isText = (value: unknown): value is string => typeof value === 'string'
    expect(session.provider(providerKey('eip155', isText))).toBeUndefined()
    expect(events).toEqual([
      { id: 'SWITCH_NETWORK', payload: { networkId: 'eip155:2', by: 'wallet' } },
      {
        id: Connected.id,
        payload: {
          connectionId: 'one',
          name: 'Wallet one',
          namespaces: ['eip155'],
          reconnect: false,
          method: 'browser',
        },
      },
    ])
  })

  it.each([
    ['reject', 'USER_REJECTED', ConnectDeclined.id],
    [() => Promise.reject({ code: 4001 }), 'USER_REJECTED', ConnectDeclined.id],
    [() => Promise.reject({ code: 5000 }), 'USER_REJECTED', ConnectDeclined.id],
    [() => Promise.reject({ code: -32002 }), 'RPC_RESOURCE_UNAVAILABLE', ConnectFailed.id],
    [() => Promise.reject(new Error('boom')), 'RPC_UNKNOWN', ConnectFailed.id],
    [
      () => {
        throw new TypeError('at once')
      },
      'PROGRAM_ERROR',
      ConnectFailed.id,
    ],
  ] as const)('returns to disconnected when the wallet answers with %s', async (connect, code, eventId) => {
    const wallet = makeWallet('one', { answers: { ...approving, connect } })
    const { session, statuses, eventIds, storage } = await started({ wallets: [wallet] })
    expect(await codeOf(session.connect({ connectorId: 'one' }))).toBe(code)
    expect(statuses()).toEqual({ eip155: 'disconnected' })
    expect(eventIds()).toEqual([eventId])
    expect(session.state.recent).toEqual([])
    expect(storage.values.has('latchkey:session')).toBe(false)
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a text', 'connected'],
    ['an empty object', {}],
    ['no accounts', { accounts: [], networks: {}, disconnect: async () => {} }],
    ['accounts that are no list', { accounts: '0xa', networks: {}, disconnect: async () => {} }],
    ['accounts without ids', { accounts: [null, 1, {}], networks: {}, disconnect: async () => {} }],
    [
      'an account whose id says another address',
      { accounts: [{ ...a, address: '0xb' }], networks: {}, disconnect: async () => {} },
    ],
    [
      'accounts of a namespace the app does not list',
      { accounts: [fakeAccount('cosmos:1', 'x')], networks: {}, disconnect: async () => {} },
    ],
  ])('refuses %s in place of a connection', async (_, answer) => {
    const wallet = makeWallet('one', { answers: { connect: async () => answer } })
    const { session, statuses } = await started({ wallets: [wallet] })
    expect(await codeOf(session.connect({ connectorId: 'one' }))).toBe('CONNECTION_INVALID')
    expect(statuses()).toEqual({ eip155: 'disconnected' })
    expect(session.state.connections).toEqual([])
  })

  it('keeps the sound part of an answer', async () => {
    const connect = async () => ({
      accounts: [null, a, { ...b, id: 'x' }, fakeAccount('cosmos:1', 'y')],
      networks: { eip155: 'solana:1', solana: 5, cosmos: 'cosmos:1' },
      approvedNetworks: { eip155: ['eip155:1', 7, 'solana:1'], solana: 'all' },
      provider: () => undefined,
      disconnect: async () => {},
    })
    const { session } = await started({ wallets: [makeWallet('one', { answers: { connect } })] })
    expect(await session.connect({ connectorId: 'one' })).toMatchObject({
      accounts: [a],
      namespaces: ['eip155'],
      networks: {},
      approvedNetworks: { eip155: ['eip155:1'] },
    })
  })

  it('ends a connection that cannot be used', async () => {
    const disconnect = vi.fn(async () => {})
    const wallet = makeWallet('one', {
      answers: { connect: async () => ({ accounts: [], networks: {}, disconnect }) },
    })
    const { session } = await started({ wallets: [wallet] })
    await codeOf(session.connect({ connectorId: 'one' }))
    expect(disconnect).toHaveBeenCalledOnce()
  })

  it('says when there is no such wallet, none for these networks, or no plugin for what is asked', async () => {
    const wallet = makeWallet('one', { accounts: [fakeAccount('cosmos:1', 'x')] })
    const { session, eventIds } = await started({ wallets: [wallet, makeWallet('two')] })
    expect(await codeOf(session.connect({ connectorId: 'missing' }))).toBe('CONNECTOR_NOT_FOUND')
    expect(await codeOf(session.connect({ connectorId: 'one' }))).toBe('NAMESPACE_NOT_FOUND')
    await expect(session.connect({ connectorId: 'two', namespaces: ['cosmos'] })).rejects.toMatchObject({
      code: 'ADAPTER_NOT_FOUND',
      shortMessage: 'Adapter not found',
      metaMessages: ['No plugin adds the namespace "cosmos". List it in createKernel([...]).'],
    })
    expect(eventIds()).toEqual([])
  })

  it('asks once when it is called again while it is connecting', async () => {
    const wallet = makeWallet('one')
    const { session } = await started({ wallets: [wallet] })
    const [first, second] = [session.connect({ connectorId: 'one' }), session.connect({ connectorId: 'one' })]
    expect(first).toBe(second)
    await first
    expect(wallet.asked).toEqual(['connect'])
  })

  it('stays connecting while another wallet still is', async () => {
    const [one, two] = [
      makeWallet('one', { answers: { connect: 'reject' } }),
      makeWallet('two', { answers: { connect: 'hang' } }),
    ]
    const { session, statuses } = await started({ wallets: [one, two] })
    const controller = new AbortController()
    const hanging = codeOf(session.connect({ connectorId: 'two', signal: controller.signal }))
    await codeOf(session.connect({ connectorId: 'one' }))
    expect(statuses()).toEqual({ eip155: 'connecting' })
    controller.abort()
    expect(await hanging).toBe('REQUEST_ABORTED')
    expect(statuses()).toEqual({ eip155: 'disconnected' })
  })

  it('gives up on abort, even when the wallet does not, and can be tried again', async () => {
    let late: ((connection: Connection) => void) | undefined
    const wallet = makeWallet('one', {
      answers: {
        ...approving,
        connect: () =>
          new Promise((resolve) => {
            late = resolve as never
          }),
      },
    })
    const { session, statuses, eventIds } = await started({ wallets: [wallet] })
    const controller = new AbortController()
    const attempt = codeOf(session.connect({ connectorId: 'one', signal: controller.signal }))
    await settle()
    controller.abort()
    expect(await attempt).toBe('REQUEST_ABORTED')
    expect(statuses()).toEqual({ eip155: 'disconnected' })
    expect(eventIds()).toEqual([])
    const disconnect = vi.fn(() => Promise.reject(new Error('gone')))
    late?.({ accounts: accounts.slice(0, 1), networks: {}, provider: () => undefined, disconnect })
    await settle()
    expect(disconnect).toHaveBeenCalledOnce()
    expect(session.state.connections).toEqual([])
    wallet.answer({ connect: 'approve' })
    await session.connect({ connectorId: 'one' })
    expect(statuses()).toEqual({ eip155: 'connected' })
  })

  it('does not ask a wallet for a person who has given up already', async () => {
    const wallet = makeWallet('one')
    const { session } = await started({ wallets: [wallet] })
    expect(await codeOf(session.connect({ connectorId: 'one', signal: AbortSignal.abort() }))).toBe(
      'REQUEST_ABORTED',
    )
    expect(wallet.asked).toEqual([])
  })

  it('hands the pairing uri on', async () => {
    const uris: string[] = []
    const wallet = makeWallet('one', {
      answers: {
        connect: (request: ConnectRequest) => {
          request.onUri?.('wc:1')
          throw { code: 4001 }
        },
      },
    })
    const { session } = await started({ wallets: [wallet] })
    await codeOf(session.connect({ connectorId: 'one', onUri: (uri) => void uris.push(uri) }))
    expect(uris).toEqual(['wc:1'])
  })

  it('applies what the wallet reports before it has answered', async () => {
    const connect = async (request: ConnectRequest) => {
      request.onChange({ networks: { eip155: 'eip155:2' } })
      return {
        accounts: [a],
        networks: { eip155: 'eip155:1' },
        provider: () => undefined,
        disconnect: async () => {},
      }
    }
    const { session, networks } = await started({ wallets: [makeWallet('one', { answers: { connect } })] })
    await session.connect({ connectorId: 'one' })
    expect(networks.active()?.id).toBe('eip155:2')
  })

  it('says when a connection ended before it began', async () => {
    const connect = async (request: ConnectRequest) => {
      request.onChange({ ended: {} })
      return { accounts: [a], networks: {}, provider: () => undefined, disconnect: async () => {} }
    }
    const { session, statuses } = await started({ wallets: [makeWallet('one', { answers: { connect } })] })
    expect(await codeOf(session.connect({ connectorId: 'one' }))).toBe('CONNECTION_INVALID')
    expect(statuses()).toEqual({ eip155: 'disconnected' })
  })

  it('asks for the networks of the namespaces, the active one first', async () => {
    let asked: ConnectRequest | undefined
    const connect = (request: ConnectRequest) => {
      asked = request
      throw { code: 4001 }
    }
    const wallet = makeWallet('one', { accounts: [...accounts, s], answers: { connect } })
    const { session, networks } = await started({ wallets: [wallet] })
    await networks.switch('eip155:2')
    await codeOf(session.connect({ connectorId: 'one' }))
    expect(asked?.namespaces).toEqual(['eip155', 'solana'])
    expect(asked?.networkIds).toEqual(['eip155:2', 'eip155:1', 'solana:1', 'solana:2'])
  })

  it('works before the kernel is started', async () => {
    const { session, statuses } = appWith({ wallets: [makeWallet('one')] })
    await session.connect({ connectorId: 'one' })
    expect(statuses()).toEqual({ eip155: 'connected' })
  })

  it('is given up when the kernel is disposed', async () => {
    const wallet = makeWallet('one', { answers: { connect: 'hang' } })
    const { session, kernel, clock } = await started({ wallets: [wallet] })
    const attempt = codeOf(session.connect({ connectorId: 'one' }))
    await settle()
    await kernel.dispose()
    expect(await attempt).toBe('KERNEL_DISPOSED')
    expect(clock.pending).toBe(0)
  })
})

describe('one wallet over several namespaces', () => {
  it('is one connection that fills them and empties them', async () => {
    const wallet = makeWallet('one', { accounts: [...accounts.slice(0, 1), s] })
    const { session, statuses, address } = await started({ wallets: [wallet] })
    await session.connect({ connectorId: 'one' })
    expect(session.state.connections).toHaveLength(1)
    expect([statuses(), address('eip155'), address('solana')]).toEqual([
      { eip155: 'connected', solana: 'connected' },
      '0xa',
      'So',
    ])
    await session.disconnect({ namespace: 'solana' })
    expect(statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
    expect(wallet.asked).toEqual(['connect', 'disconnect'])
  })

  it('shows a namespace the wallet did not grant as disconnected', async () => {
    const wallet = makeWallet('one', { accounts: [...accounts.slice(0, 1), s] })
    wallet.report({ accounts: accounts.slice(0, 1) })
    const { session, statuses } = await started({ wallets: [wallet] })
    const connecting = session.connect({ connectorId: 'one' })
    expect(statuses()).toEqual({ eip155: 'connecting', solana: 'connecting' })
    await connecting
    expect(statuses()).toEqual({ eip155: 'connected', solana: 'disconnected' })
  })

  it('can be asked for one of them, which becomes the active one', async () => {
    const wallet = makeWallet('one', { accounts: [...accounts.slice(0, 1), s] })
    const { session, statuses } = await started({ wallets: [wallet, makeWallet('two')] })
    await session.connect({ connectorId: 'two' })
    await session.connect({ connectorId: 'one', namespaces: ['solana'] })
    expect(statuses()).toEqual({ eip155: 'connected', solana: 'connected' })
    expect(session.state.activeNamespace).toBe('solana')
    expect(session.activeConnection('eip155')?.id).toBe('two')
  })

  it('loses and gains namespaces as the wallet reports', async () => {
    const wallet = makeWallet('one', { accounts: [...accounts.slice(0, 1), s] })
    const { session, statuses, address } = await started({ wallets: [wallet] })
    await session.connect({ connectorId: 'one' })
    wallet.report({ accounts: [s] })
    expect(statuses()).toEqual({ eip155: 'disconnected', solana: 'connected' })
    wallet.report({ accounts: [s, ...accounts.slice(1, 2)] })
    expect(statuses()).toEqual({ eip155: 'connected', solana: 'connected' })
    expect(address('eip155')).toBe('0xb')
  })
})

describe('several wallets in one namespace', () => {
  async function two() {
    const wallets = [makeWallet('one'), makeWallet('two', { accounts: accounts.slice(1) })]
    const app = await started({ wallets })
    await app.session.connect({ connectorId: 'one' })
    await app.session.connect({ connectorId: 'two' })
    return { ...app, wallets }
  }

  it('are all connected, and the newest is active', async () => {
    const { session, address } = await two()
    expect(session.state.connections.map(({ id }) => id)).toEqual(['one', 'two'])
    expect(address('eip155')).toBe('0xb')
    expect(session.state.recent.map(({ connectorId }) => connectorId)).toEqual(['two', 'one'])
  })

  it('lets a person choose the active account', async () => {
    const { session, address } = await two()
    const account = session.state.connections[1]?.accounts[1]
    session.setActiveAccount({ namespace: 'eip155', connectionId: 'one' })
    expect(address('eip155')).toBe('0xa')
    session.setActiveAccount({
      namespace: 'eip155',
      connectionId: 'two',
      ...(account ? { accountId: account.id } : {}),
    })
    expect(address('eip155')).toBe('0xc')
  })

  it('refuses an account or a connection that is not there', async () => {
    const { session } = await two()
    const choose = (options: Parameters<typeof session.setActiveAccount>[0]) => () =>
      session.setActiveAccount(options)
    expect(choose({ namespace: 'eip155', connectionId: 'three' })).toThrow(
      expect.objectContaining({ code: 'CONNECTION_NOT_FOUND' }),
    )
    expect(choose({ namespace: 'solana', connectionId: 'one' })).toThrow(
      expect.objectContaining({ code: 'CONNECTION_NOT_FOUND' }),
    )
    expect(choose({ namespace: 'eip155', connectionId: 'one', accountId: 'eip155:1:0xc' })).toThrow(
      expect.objectContaining({ code: 'ACCOUNT_NOT_FOUND' }),
    )
  })

  it('makes the next one active when the active one ends', async () => {
    const { session, address, statuses } = await two()
    await session.disconnect({ connectionId: 'two' })
    expect([address('eip155'), statuses()]).toEqual(['0xa', { eip155: 'connected' }])
    await session.disconnect({ connectionId: 'one' })
    expect(statuses()).toEqual({ eip155: 'disconnected' })
  })

  it('does not let one that is not active change what is shown', async () => {
    const { wallets, address } = await two()
    wallets[0]?.report({ accounts: accounts.slice(2) })
    expect(address('eip155')).toBe('0xb')
  })

  it('replaces the connection of a wallet that is connected again', async () => {
    const { session, wallets } = await two()
    await session.connect({ connectorId: 'one' })
    expect(session.state.connections.map(({ id }) => id)).toEqual(['two', 'one'])
    expect(wallets[0]?.listeners).toBe(1)
  })
})

describe("changes on the wallet's side", () => {
  async function one(options: Partial<FakeWalletOptions> = {}) {
    const wallet = makeWallet('one', { accounts: accounts.slice(0, 2), ...options })
    const app = await started({ wallets: [wallet] })
    await app.session.connect({ connectorId: 'one' })
    app.events.length = 0
    return { ...app, wallet }
  }
  const pick = (...indexes: number[]) => indexes.flatMap((index) => accounts[index] ?? [])

  it('follow the account the wallet puts first', async () => {
    const { wallet, address } = await one()
    wallet.report({ accounts: pick(1, 0) })
    expect(address('eip155')).toBe('0xb')
    wallet.report({ accounts: pick(2) })
    expect(address('eip155')).toBe('0xc')
  })

  it("keep a person's choice while the wallet's first account stays", async () => {
    const { wallet, session, address } = await one()
    session.setActiveAccount({ namespace: 'eip155', connectionId: 'one', accountId: 'eip155:1:0xb' })
    wallet.report({ accounts: pick(0, 1, 2) })
    expect(address('eip155')).toBe('0xb')
    wallet.report({ accounts: [fakeAccount('eip155:2', '0xA'), fakeAccount('eip155:2', '0xB')] })
    expect(address('eip155')).toBe('0xB')
    // A third report in one task waits for its end.
    await settle()
    wallet.report({ accounts: pick(0) })
    expect(address('eip155')).toBe('0xa')
  })

  it('prefer the kind of account the namespace names', async () => {
    const namespaces = [fakeNamespace('eip155', ['1'], { defaultAccountKind: 'smartAccount' })]
    const wallet = makeWallet('one', {
      accounts: [fakeAccount('eip155:1', '0xa'), fakeAccount('eip155:1', '0xs', { kind: 'smartAccount' })],
    })
    const { session, address } = await started({ wallets: [wallet], namespaces })
    await session.connect({ connectorId: 'one' })
    expect(address('eip155')).toBe('0xs')
  })

  it.each([
    ['ends', { ended: { reason: 'Removed' } }],
    ['is locked', { accounts: [] }],
  ])('disconnect when it %s, and stop listening', async (_, change) => {
    const { wallet, session, statuses, eventIds, storage } = await one()
    wallet.report(change)
    expect(statuses()).toEqual({ eip155: 'disconnected' })
    expect(session.state.connections).toEqual([])
    expect(eventIds()).toEqual([Disconnected.id])
    expect([wallet.listeners, wallet.asked]).toEqual([0, ['connect']])
    // Only the person’s own disconnect forgets: the next page asks the wallet again, without a prompt.
    expect(JSON.parse(storage.values.get('latchkey:session') ?? '')).toMatchObject({
      connections: [{ connectorId: 'one', namespaces: ['eip155'] }],
      active: { eip155: { connectorId: 'one', address: '0xa' } },
    })
    await session.disconnect()
    expect(JSON.parse(storage.values.get('latchkey:session') ?? '')).toMatchObject({ connections: [] })
  })

  it('are forgotten where the wallet took its permission back', async () => {
    const { wallet, storage } = await one()
    wallet.report({ ended: { isRevoked: true } })
    expect(JSON.parse(storage.values.get('latchkey:session') ?? '')).toMatchObject({
      connections: [],
      active: {},
    })
  })

  it.each([
    [{ accounts: [{ ...a, address: '0xb' }] }],
    [{ accounts: 'none' }],
    [{ accounts: [fakeAccount('cosmos:1', 'x')] }],
    [{ networks: { eip155: 'solana:1' } }],
    [{ networks: { eip155: 7 } }],
    [{ approvedNetworks: { eip155: 'all' } }],
    [null],
    ['text'],
    [{}],
  ])('change nothing when they are garbage: %j', async (change) => {
    let report: ConnectRequest['onChange'] = () => {}
    const connect = async (request: ConnectRequest) => {
      report = request.onChange
      const networks = { eip155: 'eip155:1' }
      return { accounts: [a], networks, provider: () => undefined, disconnect: async () => {} }
    }
    const { session } = await started({ wallets: [makeWallet('one', { answers: { connect } })] })
    await session.connect({ connectorId: 'one' })
    const before = JSON.stringify(session.state)
    report(change as never)
    expect(JSON.stringify(session.state)).toBe(before)
  })

  it('are ignored after the end', async () => {
    let report: ConnectRequest['onChange'] = () => {}
    const connect = async (request: ConnectRequest) => {
      report = request.onChange
      return { accounts: [a], networks: {}, provider: () => undefined, disconnect: async () => {} }
    }
    const { session, statuses } = await started({ wallets: [makeWallet('one', { answers: { connect } })] })
    await session.connect({ connectorId: 'one' })
    const first = report
    await session.connect({ connectorId: 'one' })
    first({ ended: {} })
    expect(statuses()).toEqual({ eip155: 'connected' })
    await session.disconnect()
    report({ accounts: accounts.slice(1) })
    expect([statuses(), session.state.connections]).toEqual([{ eip155: 'disconnected' }, []])
  })

  it('survive a namespace that cannot compare two addresses', async () => {
    const namespaces = [
      fakeNamespace('eip155', ['1'], {
        isSameAddress() {
          throw new Error('not an address')
        },
      }),
    ]
    const wallet = makeWallet('one', { accounts: accounts.slice(0, 2) })
    const { session, address } = await started({ wallets: [wallet], namespaces })
    await session.connect({ connectorId: 'one' })
    wallet.report({ accounts: pick(1) })
    expect(address('eip155')).toBe('0xb')
  })
})

describe('disconnect', () => {
  it('ends all, and forgets them', async () => {
    const wallets = [makeWallet('one'), makeWallet('two', { accounts: [s] })]
    const { session, statuses, eventIds, storage } = await started({ wallets })
    await session.connect({ connectorId: 'one' })
    await session.connect({ connectorId: 'two' })
    const ending = session.disconnect()
    expect(statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
    await ending
    expect(wallets.map(({ asked }) => asked.at(-1))).toEqual(['disconnect', 'disconnect'])
    expect(wallets.map(({ listeners }) => listeners)).toEqual([0, 0])
    expect(eventIds().filter((id) => id === Disconnected.id)).toHaveLength(2)
    expect(JSON.parse(storage.values.get('latchkey:session') ?? '')).toMatchObject({ connections: [] })
  })

  it('clears the state even when a wallet fails, ends the others, and says so', async () => {
    const failing = () => Promise.reject(new Error('relay down'))
    const wallets = [
      makeWallet('one', { answers: { ...approving, disconnect: failing } }),
      makeWallet('two', { accounts: [s] }),
    ]
    const { session, statuses, events } = await started({ wallets })
    await session.connect({ connectorId: 'one' })
    await session.connect({ connectorId: 'two' })
    await expect(session.disconnect()).rejects.toMatchObject({
      code: 'DISCONNECT_FAILED',
      shortMessage: 'Failed to disconnect',
      cause: new Error('relay down'),
    })
    expect(statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
    expect(wallets[1]?.asked).toContain('disconnect')
    expect(events.find(({ id }) => id === DisconnectFailed.id)?.payload).toEqual({
      connectionId: 'one',
      message: 'relay down',
    })
  })

  it('ends after a while where the wallet never answers, and says so', async () => {
    const wallets = [makeWallet('one', { answers: { ...approving, disconnect: 'hang' } })]
    const { session, statuses, clock } = await started({ wallets })
    await session.connect({ connectorId: 'one' })
    const ending = expect(session.disconnect()).rejects.toMatchObject({
      code: 'DISCONNECT_FAILED',
      cause: { code: 'WALLET_TIMEOUT' },
    })
    await settle()
    clock.advance(10_000)
    await ending
    expect(statuses()).toEqual({ eip155: 'disconnected' })
    expect(clock.pending).toBe(0)
  })

  it('of what is not connected is no fault', async () => {
    const { session } = await started()
    await session.disconnect()
    await session.disconnect({ namespace: 'eip155' })
    await session.disconnect({ connectionId: 'nobody' })
    expect(session.state.connections).toEqual([])
  })

  it('gives up what is connecting', async () => {
    const wallet = makeWallet('one', { answers: { connect: 'hang' } })
    const { session, statuses } = await started({ wallets: [wallet] })
    const attempt = codeOf(session.connect({ connectorId: 'one' }))
    await settle()
    await session.disconnect()
    expect(await attempt).toBe('REQUEST_ABORTED')
    expect(statuses()).toEqual({ eip155: 'disconnected' })
  })
})

describe('recent wallets', () => {
  it('keep two, newest first, each once', async () => {
    const wallets = ['one', 'two', 'three'].map((id) => makeWallet(id))
    const { session, storage } = await started({ wallets })
    for (const id of ['one', 'two', 'one', 'three']) await session.connect({ connectorId: id })
    expect(session.state.recent.map(({ connectorId }) => connectorId)).toEqual(['three', 'one'])
    session.forgetRecent('three')
    expect(session.state.recent.map(({ connectorId }) => connectorId)).toEqual(['one'])
    expect(appWith({ storage }).session.state.recent).toMatchObject([
      { connectorId: 'one', name: 'Wallet one' },
    ])
  })

  it('survive a wallet with a very long name or picture', async () => {
    const wallet = makeWallet('one', { name: 'n'.repeat(5_000) })
    Object.assign(wallet.connector, { icon: `data:${'x'.repeat(30_000)}` })
    const { session, storage } = await started({ wallets: [wallet] })
    await session.connect({ connectorId: 'one' })
    const [recent] = appWith({ storage }).session.state.recent
    expect([recent?.name.length, recent?.icon]).toEqual([100, undefined])
  })
})

it('releases every wallet when the kernel is disposed, and ends none', async () => {
  const wallet = makeWallet('one')
  const { session, kernel, storage } = await started({ wallets: [wallet], storage: fakeStorage() })
  await session.connect({ connectorId: 'one' })
  await kernel.dispose()
  expect([wallet.listeners, wallet.asked]).toEqual([0, ['connect']])
  expect(storage.listeners).toBe(0)
})
