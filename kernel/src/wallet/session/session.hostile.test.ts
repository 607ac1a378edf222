import { subscribe } from 'valtio/vanilla'
import { describe, expect, it } from 'vitest'
import type { ConnectionChange, ConnectRequest } from '../../contracts/points/connector.js'
import { Session } from './sessionState.js'
import { Disconnected } from './walletEvents.js'
import { appWith, settle } from '../../../test/appWith.js'
import { fakeAccount, fakeNamespace, fakeStorage, fakeWallet } from '../../testing/index.js'

const approve = {
  connect: 'approve',
  restore: 'approve',
  disconnect: 'approve',
  switchNetwork: 'approve',
} as const
const evm = () => fakeWallet({ id: 'evm', accounts: [fakeAccount('eip155:1', 'aaa')], answers: approve })
const sol = () => fakeWallet({ id: 'sol', accounts: [fakeAccount('solana:1', 'bbb')], answers: approve })

async function connectBoth() {
  const wallets = [evm(), sol()]
  const app = appWith({ wallets })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'evm' })
  await app.session.connect({ connectorId: 'sol' })
  return { ...app, wallets }
}

describe('the active namespace', () => {
  it.each([
    ['evm', 'solana'],
    ['sol', 'eip155'],
  ])('moves to one that is connected when %s ends, also after a reload', async (connectionId, left) => {
    const app = await connectBoth()
    app.session.setActiveNamespace(left === 'solana' ? 'eip155' : 'solana')
    await app.session.disconnect({ connectionId })
    expect(app.session.state.activeNamespace).toBe(left)
    await app.kernel.dispose()
    const next = appWith({ wallets: app.wallets, storage: app.storage })
    await next.kernel.start()
    await settle()
    expect(next.session.state.activeNamespace).toBe(left)
    expect(next.session.state.namespaces[left]?.status).toBe('connected')
  })

  it('moves when the wallet itself ends the connection', async () => {
    const app = await connectBoth()
    app.session.setActiveNamespace('eip155')
    app.wallets[0]?.report({ ended: {} })
    expect(app.session.state.activeNamespace).toBe('solana')
  })

  it('moves when a stored session of it cannot be taken up', async () => {
    const app = await connectBoth()
    app.session.setActiveNamespace('eip155')
    await app.kernel.dispose()
    app.wallets[0]?.answer({ restore: () => undefined })
    const next = appWith({ wallets: app.wallets, storage: app.storage })
    await next.kernel.start()
    await settle()
    expect(next.session.state.activeNamespace).toBe('solana')
  })

  it('stays where nothing is connected any more', async () => {
    const app = await connectBoth()
    await app.session.disconnect()
    expect(app.session.state.activeNamespace).toBe('eip155')
  })
})

describe('an account', () => {
  it('whose address is not one of its namespace is refused', async () => {
    const stellar = fakeNamespace('stellar', ['testnet'], {
      isAddress: (value) => /^G[A-Z2-7]{55}$/.test(value),
    })
    const wallet = fakeWallet({ accounts: [fakeAccount('stellar:testnet', '0xf39F')], answers: approve })
    const app = appWith({ wallets: [wallet], namespaces: [stellar] })
    await app.kernel.start()
    await expect(app.session.connect({ connectorId: 'fake.wallet' })).rejects.toMatchObject({
      code: 'CONNECTION_INVALID',
    })
    expect(app.session.state.connections).toEqual([])
    expect(wallet.listeners).toBe(0)
  })

  it('is not taken where the namespace cannot tell', async () => {
    const broken = fakeNamespace('stellar', ['testnet'], {
      isAddress: () => {
        throw new Error('broken')
      },
    })
    const wallet = fakeWallet({ accounts: [fakeAccount('stellar:testnet', 'a')], answers: approve })
    const app = appWith({ wallets: [wallet], namespaces: [broken] })
    await app.kernel.start()
    await expect(app.session.connect({ connectorId: 'fake.wallet' })).rejects.toMatchObject({
      code: 'CONNECTION_INVALID',
    })
  })
})

describe('a switch of network', () => {
  async function connectOn(switchNetwork: () => unknown) {
    const wallet = fakeWallet({
      accounts: [fakeAccount('solana:1', 'aaa')],
      networks: { solana: 'solana:1' },
      answers: { ...approve, switchNetwork },
    })
    const app = appWith({ wallets: [wallet] })
    await app.kernel.start()
    await app.session.connect({ connectorId: 'fake.wallet' })
    return { ...app, wallet }
  }

  it('that the wallet agrees to and does not make is refused', async () => {
    const app = await connectOn(() => undefined)
    const answer = expect(app.networks.switch('solana:2')).rejects.toMatchObject({
      code: 'NETWORK_SWITCH_UNCONFIRMED',
    })
    await settle()
    app.clock.advance(3_000)
    await answer
    expect(app.networks.state.active['solana']).toBe('solana:1')
    expect(app.networks.state.switching).toBeUndefined()
  })

  it('is made once the wallet reports it, also after its answer', async () => {
    const app = await connectOn(() => undefined)
    const answer = app.networks.switch('solana:2')
    await settle()
    app.wallet.report({ networks: { solana: 'solana:2' } })
    await answer
    expect(app.networks.state.active['solana']).toBe('solana:2')
  })
})

describe('a storm of reports', () => {
  it('of 10,000 equal ones changes nothing and stores nothing', async () => {
    const { kernel, session, storage, wallets } = await connectBoth()
    const [wallet] = wallets
    let changes = 0
    subscribe(
      session.state,
      () => {
        changes += 1
      },
      true,
    )
    let writes = 0
    const { set } = storage
    storage.set = (key, value) => {
      writes += 1
      set(key, value)
    }
    for (let index = 0; index < 10_000; index += 1)
      wallet?.report({ accounts: [fakeAccount('eip155:1', 'aaa')] })
    expect([changes, writes]).toEqual([0, 0])
    await kernel.dispose()
  })

  const networkOf = (index: number) => `eip155:${1 + (index % 2)}` as const
  const accountOf = (index: number) => fakeAccount('eip155:1', index % 2 === 0 ? 'aaa' : 'ccc')
  const last: ConnectionChange = {
    accounts: [fakeAccount('eip155:1', 'last')],
    networks: { eip155: 'eip155:2' },
  }

  it.each<[string, (index: number) => ConnectionChange]>([
    ['accounts', (index) => ({ accounts: [accountOf(index + 1)] })],
    ['networks', (index) => ({ networks: { eip155: networkOf(index) } })],
    [
      'accounts and networks in turn',
      (index) =>
        index % 2 === 0
          ? { accounts: [accountOf(index / 2 + 1)] }
          : { networks: { eip155: networkOf((index - 1) / 2) } },
    ],
    ['account lists, each one new', (index) => ({ accounts: [fakeAccount('eip155:1', `a${index}`)] })],
  ])('of 10,000 unequal %s is written at most three times, and the last one counts', async (_, changeOf) => {
    const { session, storage, wallets, address } = await connectBoth()
    await settle()
    let records = session.state.connections
    let changes = 0
    subscribe(
      session.state,
      () => {
        if (records !== session.state.connections) changes += 1
        records = session.state.connections
      },
      true,
    )
    let writes = 0
    const { set } = storage
    storage.set = (key, value) => {
      if (key === 'latchkey:session') writes += 1
      set(key, value)
    }
    for (let index = 0; index < 10_000; index += 1) {
      wallets[0]?.report(changeOf(index))
      // A wallet that waits between its reports without leaving the task is no exception.
      if (index % 100 === 0) await Promise.resolve()
    }
    wallets[0]?.report({ accounts: [fakeAccount('eip155:1', 'invalid'), null] as never })
    wallets[0]?.report(last)
    wallets[0]?.report({ accounts: [{ id: 'rubbish' }] as never })
    await settle()
    expect(changes).toBeLessThanOrEqual(3)
    expect(writes).toBeLessThanOrEqual(3)
    expect(address('eip155')).toBe('last')
    expect(session.activeConnection('eip155')?.networks).toEqual(last.networks)
  })

  it('that ends the connection is followed by nothing', async () => {
    const { session, wallets, statuses, events } = await connectBoth()
    for (let index = 0; index < 10; index += 1) wallets[0]?.report({ accounts: [accountOf(index + 1)] })
    wallets[0]?.report({ ended: {} })
    expect(statuses()['eip155']).toBe('disconnected')
    for (let index = 0; index < 10; index += 1) wallets[0]?.report({ accounts: [accountOf(index)] })
    await settle()
    expect(statuses()['eip155']).toBe('disconnected')
    expect(session.state.connections.map(({ id }) => id)).toEqual(['sol'])
    expect(events.filter(({ id }) => id === Disconnected.id)).toHaveLength(1)
  })

  it('before the wallet has answered is in what connect answers with', async () => {
    const wallet = evm()
    const { connect } = wallet.connector
    const connector = {
      ...wallet.connector,
      connect(request: ConnectRequest) {
        for (let index = 0; index < 100; index += 1) {
          request.onChange({ accounts: [fakeAccount('eip155:1', `a${index}`)] })
        }
        return connect(request)
      },
    }
    const { kernel, session } = appWith({ wallets: [{ connector }] })
    await kernel.start()
    const entry = await session.connect({ connectorId: 'evm' })
    expect(entry.accounts.map(({ address }) => address)).toEqual(['a99'])
  })

  it('does not undo the network that the wallet was asked for', async () => {
    const wallet = fakeWallet({
      id: 'evm',
      accounts: [fakeAccount('eip155:1', 'aaa')],
      answers: {
        ...approve,
        switchNetwork() {
          for (let index = 1; index < 6; index += 1) {
            wallet.report({ networks: { eip155: networkOf(index) } })
          }
        },
      },
    })
    const { kernel, networks } = appWith({
      wallets: [wallet],
      namespaces: [fakeNamespace('eip155', ['1', '2'])],
    })
    await kernel.start()
    await kernel.get(Session).connect({ connectorId: 'evm' })
    await networks.switch('eip155:2')
    expect(networks.state.active['eip155']).toBe('eip155:2')
    await settle()
    expect(networks.state.active['eip155']).toBe('eip155:2')
  })

  it('with more accounts than a wallet has keeps the first 200', async () => {
    const { session, wallets } = await connectBoth()
    const accounts = Array.from({ length: 1_000 }, (_, index) => fakeAccount('eip155:1', `a${index}`))
    wallets[0]?.report({ accounts })
    expect(session.activeConnection('eip155')?.accounts).toHaveLength(200)
  })
})

describe('what is stored', () => {
  const entry = (index: number) => ({ connectorId: `c${index}`, namespaces: ['eip155'] })

  it.each([
    ['51 sessions', { connections: Array.from({ length: 51 }, (_, index) => entry(index)), active: {} }],
    [
      '100,000 sessions',
      { connections: Array.from({ length: 100_000 }, (_, index) => entry(index)), active: {} },
    ],
    [
      'namespaces without end',
      { connections: [{ connectorId: 'a', namespaces: Array(51).fill('eip155') }], active: {} },
    ],
  ])('is dropped as damaged when it holds %s', async (_, stored) => {
    const storage = fakeStorage({ 'latchkey:session': JSON.stringify(stored) })
    const app = appWith({ storage })
    await app.kernel.start()
    await settle()
    expect(app.statuses()).toEqual({})
    expect(storage.values.has('latchkey:session')).toBe(false)
  })

  it('does not come back when a disconnect cannot be stored', async () => {
    const wallet = evm()
    const app = appWith({ wallets: [wallet] })
    await app.kernel.start()
    await app.session.connect({ connectorId: 'evm' })
    const { set } = app.storage
    app.storage.set = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    await app.session.disconnect()
    await app.kernel.dispose()
    app.storage.set = set
    const next = appWith({ wallets: [wallet], storage: app.storage })
    await next.kernel.start()
    await settle()
    expect(next.session.state.connections).toEqual([])
    expect(wallet.asked).toEqual(['connect', 'disconnect'])
  })
})

it('says disconnected once the kernel is disposed, and keeps what is stored', async () => {
  const app = await connectBoth()
  const stored = app.storage.values.get('latchkey:session')
  await app.kernel.dispose()
  expect(app.session.state.connections).toEqual([])
  expect(app.statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
  expect(app.storage.values.get('latchkey:session')).toBe(stored)
})
