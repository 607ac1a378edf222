import { subscribe } from 'valtio/vanilla'
import { describe, expect, it } from 'vitest'
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
