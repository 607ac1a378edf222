import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import { fakeAccount, fakeStorage, fakeWallet, type FakeWalletOptions } from '../../testing/index.js'
import { Notifications } from '../notifications.js'
import { Connected } from './walletEvents.js'

const approving = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const
const first = fakeAccount('eip155:1', '0xa')
const second = fakeAccount('eip155:1', '0xb')
const lock = { ended: {} } as const

/** An app whose wallet is connected and listened to. */
async function connected(options: Partial<FakeWalletOptions> = {}, { enableReconnect = true } = {}) {
  const wallet = fakeWallet({
    ...{ id: 'one', name: 'One', accounts: [first, second], answers: approving, listens: true },
    ...options,
  })
  const storage = fakeStorage()
  const other = fakeWallet({
    ...{ id: 'two', name: 'Two', accounts: [fakeAccount('eip155:1', '0xc')], answers: approving },
  })
  const app = appWith({ wallets: [wallet, other], storage, enableReconnect })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'one' })
  await settle()
  const toasts = () =>
    app.kernel
      .get(Notifications)
      .state.toasts.flatMap(({ message, visible }) =>
        visible && typeof message === 'object' ? [message] : [],
      )
  const storedIds = () =>
    (
      JSON.parse(storage.values.get('latchkey:session') ?? '{}') as { connections: { connectorId: string }[] }
    ).connections.map(({ connectorId }) => connectorId)
  const share = async () => {
    wallet.share()
    await settle()
  }
  return { ...app, wallet, other, storage, toasts, storedIds, share }
}

describe('a wallet that locks while the page stays open', () => {
  it('is taken up again by its own word, as after a reload and without a prompt', async () => {
    const { session, wallet, address, events, share, storedIds, statuses } = await connected()
    session.setActiveAccount({ namespace: 'eip155', connectionId: 'one', accountId: second.id })
    wallet.report(lock)
    await settle()
    expect([statuses(), storedIds()]).toEqual([{ eip155: 'disconnected' }, ['one']])
    events.length = 0
    await share()
    expect([address('eip155'), session.state.connections.length]).toEqual(['0xb', 1])
    expect(wallet.asked).toEqual(['connect', 'restore'])
    expect(events.filter(({ id }) => id === Connected.id)).toMatchObject([{ payload: { reconnect: true } }])
  })

  it('is taken up as often as it locks, and leaves one listener', async () => {
    const { wallet, address, share } = await connected()
    for (let times = 0; times < 3; times += 1) {
      wallet.report(lock)
      await settle()
      expect(wallet.listeners).toBe(1)
      await share()
      expect([address('eip155'), wallet.listeners]).toEqual(['0xa', 1])
    }
  })

  it('is listened to on, when it tells accounts and shares none', async () => {
    const { wallet, address, share } = await connected()
    wallet.report(lock)
    wallet.answer({ restore: async () => undefined })
    await share()
    expect(address('eip155')).toBeUndefined()
    wallet.answer({ restore: 'approve' })
    await share()
    expect(address('eip155')).toBe('0xa')
  })

  it('is taken up where it tells accounts while it is asked', async () => {
    const { wallet, address } = await connected()
    wallet.report(lock)
    wallet.answer({
      restore: async () => {
        wallet.answer({ restore: 'approve' })
        wallet.share()
      },
    })
    wallet.share()
    await settle()
    expect(address('eip155')).toBe('0xa')
  })

  it('is not asked without end, when it tells accounts whenever it is asked and shares none', async () => {
    const { wallet } = await connected()
    wallet.report(lock)
    wallet.answer({ restore: async () => wallet.share() })
    wallet.share()
    await settle()
    expect(wallet.asked.filter((method) => method === 'restore')).toHaveLength(3)
  })

  it('is asked at once when it tells accounts after a quiet second, however much it told before', async () => {
    const { wallet, address, clock, share } = await connected()
    wallet.report(lock)
    wallet.answer({ restore: async () => undefined })
    for (let times = 0; times < 6; times += 1) await share()
    wallet.answer({ restore: 'approve' })
    await share()
    expect(address('eip155')).toBeUndefined()
    clock.advance(500)
    await settle()
    expect(address('eip155')).toBeUndefined()
    wallet.answer({ restore: async () => undefined })
    clock.advance(60_000)
    await settle()
    for (let times = 0; times < 6; times += 1) await share()
    wallet.answer({ restore: 'approve' })
    clock.advance(1_000)
    await share()
    expect(address('eip155')).toBe('0xa')
  })

  it('is asked again by its own word, although taking it up failed before', async () => {
    const { wallet, address, share } = await connected()
    wallet.report(lock)
    wallet.answer({ restore: () => Promise.reject(new Error('locked')) })
    await share()
    wallet.answer({ restore: 'approve' })
    await share()
    expect(address('eip155')).toBe('0xa')
  })

  it('does not come back after the person has disconnected', async () => {
    const { session, wallet, statuses, storedIds, share } = await connected()
    wallet.report(lock)
    await session.disconnect()
    expect(wallet.listeners).toBe(0)
    await share()
    expect([statuses(), storedIds()]).toEqual([{ eip155: 'disconnected' }, []])
  })

  it('does not come back after the person has disconnected in another tab', async () => {
    const { wallet, statuses, storage, share } = await connected()
    wallet.report(lock)
    const stored = JSON.parse(storage.values.get('latchkey:session') as string)
    storage.openTab().set('latchkey:session', JSON.stringify({ ...stored, connections: [], active: {} }))
    await settle()
    await share()
    expect([statuses(), wallet.listeners]).toEqual([{ eip155: 'disconnected' }, 0])
  })

  it('comes back beside a wallet that the person connected meanwhile, and does not push it aside', async () => {
    const { session, wallet, address, share } = await connected()
    wallet.report(lock)
    await session.connect({ connectorId: 'two' })
    await share()
    expect([address('eip155'), session.state.connections.length]).toEqual(['0xc', 2])
  })

  it('is one connection, when the person connects it while it is unlocked', async () => {
    const { session, wallet, events } = await connected()
    wallet.report(lock)
    events.length = 0
    wallet.answer({
      connect: async (request) => {
        wallet.answer({ connect: 'approve' })
        wallet.share()
        await settle()
        return wallet.connector.connect(request)
      },
    })
    await session.connect({ connectorId: 'one' })
    await settle()
    expect(session.state.connections.map(({ id }) => id)).toEqual(['one'])
    expect(wallet.asked).not.toContain('restore')
    expect(events.filter(({ id }) => id === Connected.id)).toMatchObject([{ payload: { reconnect: false } }])
  })

  it('is taken up after all, when the person gives connecting it up and it was unlocked meanwhile', async () => {
    const { session, wallet, address } = await connected()
    wallet.report(lock)
    wallet.answer({
      connect: async () => {
        wallet.share()
        await settle()
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      },
    })
    await expect(session.connect({ connectorId: 'one' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await settle()
    expect(address('eip155')).toBe('0xa')
  })

  it('is not followed where sessions are not taken up', async () => {
    const { wallet, statuses, toasts, share } = await connected({}, { enableReconnect: false })
    wallet.report(lock)
    await share()
    expect([statuses(), wallet.listeners]).toEqual([{ eip155: 'disconnected' }, 0])
    expect(toasts()).toMatchObject([{ key: 'WALLET_HIDDEN', parameters: { wallet: 'One' } }])
  })

  it('leaves no listener when the kernel is disposed', async () => {
    const { kernel, wallet } = await connected()
    wallet.report(lock)
    await settle()
    await kernel.dispose()
    expect(wallet.listeners).toBe(0)
  })
})

describe('a wallet that is locked when the page is loaded', () => {
  it('is taken up once it tells accounts', async () => {
    const { kernel, wallet, storage } = await connected()
    await kernel.dispose()
    wallet.answer({ restore: async () => undefined })
    const next = appWith({ wallets: [wallet], storage: storage.openTab() })
    await next.kernel.start()
    await settle()
    expect(next.statuses()).toEqual({ eip155: 'disconnected' })
    wallet.answer({ restore: 'approve' })
    wallet.share()
    await settle()
    expect(next.address('eip155')).toBe('0xa')
    expect(next.kernel.get(Notifications).state.toasts).toEqual([])
  })
})

describe('a wallet that may prompt the person if it is asked again', () => {
  const revoked = { ended: { isRevoked: true } } as const

  it('is not stored, and is taken up by its own word alone', async () => {
    const { session, wallet, address, share, storedIds, storage, announce } = await connected()
    session.setActiveAccount({ namespace: 'eip155', connectionId: 'one', accountId: second.id })
    wallet.report(revoked)
    expect([storedIds(), storage.values.get('latchkey:session')]).toEqual([
      [],
      expect.not.stringContaining('0xb'),
    ])
    announce(fakeWallet({ id: 'three', accounts: [first], answers: approving }))
    storage.openTab().set('latchkey:session', storage.values.get('latchkey:session') as string)
    await settle()
    expect(wallet.asked).toEqual(['connect'])
    await share()
    expect([address('eip155'), storedIds()]).toEqual(['0xb', ['one']])
  })

  it('is forgotten where it cannot be listened to', async () => {
    const { session, wallet, toasts } = await connected({ listens: false })
    wallet.report(revoked)
    expect([session.state.connections, toasts()]).toEqual([[], []])
  })
})

describe('a wallet that lies', () => {
  it('is asked ever more seldom, when it tells accounts after each answer and shares none', async () => {
    const { wallet, clock, address } = await connected()
    wallet.report(lock)
    wallet.answer({ restore: async () => void setTimeout(wallet.share) })
    wallet.share()
    for (let times = 0; times < 10; times += 1) await settle()
    const asked = () => wallet.asked.filter((method) => method === 'restore').length
    expect(asked()).toBe(3)
    for (let seconds = 0; seconds < 60; seconds += 1) {
      clock.advance(1_000)
      await settle()
    }
    expect(asked()).toBeLessThan(10)
    // Once it tells the truth it's taken up all the same.
    wallet.answer({ restore: 'approve' })
    for (let minutes = 0; minutes < 2; minutes += 1) {
      clock.advance(60_000)
      await settle()
    }
    expect(address('eip155')).toBe('0xa')
    expect(wallet.listeners).toBe(1)
  })

  it('leaves no timer once the person has disconnected', async () => {
    const { wallet, clock, session } = await connected()
    wallet.report(lock)
    wallet.answer({ restore: async () => void setTimeout(wallet.share) })
    wallet.share()
    for (let times = 0; times < 10; times += 1) await settle()
    await session.disconnect()
    await settle()
    const asked = wallet.asked.length
    clock.advance(600_000)
    await settle()
    expect([wallet.asked.length, wallet.listeners, clock.pending]).toEqual([asked, 0, 0])
  })
})

it('a session that another tab took up, and the person ended there, does not come back here', async () => {
  const { wallet, storage, statuses, storedIds, share } = await connected()
  const taken = storage.values.get('latchkey:session') as string
  wallet.report({ ended: { isRevoked: true } })
  await settle()
  const tab = storage.openTab()
  wallet.answer({ restore: async () => undefined })
  tab.set('latchkey:session', taken)
  await settle()
  tab.set('latchkey:session', JSON.stringify({ ...JSON.parse(taken), connections: [], active: {} }))
  await settle()
  wallet.answer({ restore: 'approve' })
  await share()
  expect([statuses(), storedIds(), wallet.listeners]).toEqual([{ eip155: 'disconnected' }, [], 0])
})

describe('the person', () => {
  it('is told once that the wallet is locked, until it is back', async () => {
    const { wallet, toasts, share, clock } = await connected()
    wallet.report(lock)
    clock.advance(3_600_000)
    expect(toasts()).toMatchObject([
      {
        section: 'notices',
        key: 'WALLET_LOCKED',
        parameters: { wallet: 'One' },
        text: 'One is locked or shares no account any more. Unlock it to continue.',
      },
    ])
    await share()
    expect(toasts()).toEqual([])
  })

  it('is told nothing after disconnecting in the app, whatever the wallet tells then', async () => {
    const { session, wallet, toasts } = await connected()
    await session.disconnect()
    wallet.report(lock)
    expect(toasts()).toEqual([])
  })

  it('is told no more of a locked wallet once it is waited for no more', async () => {
    const { session, wallet, toasts } = await connected()
    wallet.report(lock)
    expect(toasts()).toHaveLength(1)
    await session.disconnect()
    expect(toasts()).toEqual([])
  })
})
