import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import type { Account, ConnectRequest } from '../../contracts/points/connector.js'
import {
  fakeAccount,
  fakeNamespace,
  fakeStorage,
  fakeWallet,
  type FakeWalletOptions,
} from '../../testing/index.js'
import { Connected } from './walletEvents.js'

const approving = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const
const evm = fakeAccount('eip155:1', '0xa')
const other = fakeAccount('eip155:1', '0xb')
const solana = fakeAccount('solana:1', 'So')

const makeWallet = (id: string, options: Partial<FakeWalletOptions> = {}) =>
  fakeWallet({ id, name: `Wallet ${id}`, accounts: [evm], answers: approving, ...options })

function stored(
  connections: Record<string, readonly string[]>,
  { recent = [] as string[], active = {}, activeNamespace = 'eip155' } = {},
) {
  const list = Object.entries(connections).map(([connectorId, namespaces]) => ({ connectorId, namespaces }))
  return fakeStorage({
    'latchkey:session': JSON.stringify({ connections: list, active, activeNamespace }),
    'latchkey:recent': JSON.stringify(recent.map((connectorId) => ({ connectorId, name: connectorId }))),
  })
}
const savedIds = (storage: { values: Map<string, string> }) =>
  (
    JSON.parse(storage.values.get('latchkey:session') ?? '{}') as { connections: { connectorId: string }[] }
  ).connections.map(({ connectorId }) => connectorId)

describe('the start of a page', () => {
  it('goes from connecting over reconnecting to connected when a session was stored', async () => {
    let answer = () => {}
    const wallet = makeWallet('one')
    wallet.answer({
      restore: (request: ConnectRequest) =>
        new Promise((resolve) => {
          answer = () => {
            wallet.answer({ restore: 'approve' })
            resolve(wallet.connector.restore?.(request))
          }
        }),
    })
    const { kernel, session, statuses, events } = appWith({
      wallets: [wallet],
      storage: stored({ one: ['eip155'] }),
    })
    expect([statuses(), session.state.activeNamespace]).toEqual([{ eip155: 'connecting' }, 'eip155'])
    await kernel.start()
    expect([statuses(), session.state.restored]).toEqual([{ eip155: 'reconnecting' }, false])
    await settle()
    answer()
    await settle()
    expect([statuses(), session.state.restored]).toEqual([{ eip155: 'connected' }, true])
    expect(events.find(({ id }) => id === Connected.id)?.payload).toMatchObject({
      connectionId: 'one',
      reconnect: true,
    })
    expect(wallet.asked).not.toContain('connect')
  })

  it('is disconnected at once when nothing was stored', async () => {
    const { kernel, session, statuses } = appWith({ wallets: [makeWallet('one')] })
    expect(statuses()).toEqual({})
    await kernel.start()
    await settle()
    expect([statuses(), session.state.restored]).toEqual([{}, true])
  })

  it.each([
    ['has nothing to take up', async () => undefined],
    ['fails', () => Promise.reject(new Error('locked'))],
    ['answers garbage', async () => ({ accounts: [{}] })],
    ['answers a text', async () => 'yes'],
  ])('ends disconnected when the wallet %s, and tries again at the next load', async (_, restore) => {
    const wallet = makeWallet('one', { answers: { ...approving, restore } })
    const storage = stored({ one: ['eip155'] })
    const { kernel, session, statuses } = appWith({ wallets: [wallet], storage })
    await kernel.start()
    await settle()
    expect([statuses(), session.state.restored]).toEqual([{ eip155: 'disconnected' }, true])
    session.setActiveNamespace('eip155')
    expect(savedIds(storage)).toEqual(['one'])
    wallet.answer({ restore: 'approve' })
    const next = appWith({ wallets: [wallet], storage: storage.openTab() })
    await next.kernel.start()
    await settle()
    expect(next.statuses()).toEqual({ eip155: 'connected' })
  })

  it('asks recently used wallets first', async () => {
    const order: string[] = []
    const wallets = ['one', 'two', 'three'].map((id) =>
      makeWallet(id, { answers: { ...approving, restore: async () => void order.push(id) } }),
    )
    const storage = stored(
      { one: ['eip155'], two: ['eip155'], three: ['eip155'] },
      { recent: ['three', 'two'] },
    )
    await appWith({ wallets, storage }).kernel.start()
    await settle()
    expect(order).toEqual(['three', 'two', 'one'])
  })

  it('stays reconnecting while one of several wallets may still answer', async () => {
    const wallets = [
      makeWallet('one', { answers: { ...approving, restore: async () => undefined } }),
      makeWallet('two', { answers: { ...approving, restore: 'hang' } }),
    ]
    const { kernel, statuses } = appWith({ wallets, storage: stored({ one: ['eip155'], two: ['eip155'] }) })
    await kernel.start()
    await settle()
    expect(statuses()).toEqual({ eip155: 'reconnecting' })
  })

  it('finds what a person had made active: namespace, wallet and account', async () => {
    const wallets = [makeWallet('one', { accounts: [evm, other, solana] }), makeWallet('two')]
    const storage = fakeStorage()
    const first = appWith({ wallets, storage })
    await first.kernel.start()
    await first.session.connect({ connectorId: 'one' })
    await first.session.connect({ connectorId: 'two' })
    first.session.setActiveAccount({ namespace: 'eip155', connectionId: 'one', accountId: other.id })
    first.session.setActiveNamespace('solana')
    await first.kernel.dispose()
    const second = appWith({ wallets, storage })
    await second.kernel.start()
    await settle()
    expect(second.session.state.connections.map(({ id }) => id).sort()).toEqual(['one', 'two'])
    expect([
      second.session.state.activeNamespace,
      second.address('eip155'),
      second.address('solana'),
    ]).toEqual(['solana', '0xb', 'So'])
  })

  describe('of a wallet with an account of each kind, where only one was offered before', () => {
    const plain = fakeAccount('eip155:1', '0xa', { kind: 'eoa' })
    const smart = fakeAccount('eip155:1', '0xs', { kind: 'smartAccount' })
    /** The account of the next page. */
    const next = async (
      accounts: readonly Account[],
      isChosen: boolean,
      both = [smart, plain],
      reported?: readonly Account[],
    ) => {
      const storage = fakeStorage()
      const wallet = makeWallet('one', { accounts })
      const first = appWith({ wallets: [wallet], storage })
      await first.kernel.start()
      await first.session.connect({ connectorId: 'one' })
      if (isChosen) {
        first.session.setActiveAccount({ namespace: 'eip155', connectionId: 'one', accountId: plain.id })
      }
      if (reported) {
        wallet.report({ accounts: reported })
        await settle()
      }
      await first.kernel.dispose()
      const second = appWith({ wallets: [makeWallet('one', { accounts: both })], storage })
      await second.kernel.start()
      await settle()
      return second.address('eip155')
    }

    it('goes by the wallet’s order, because nobody had chosen', async () => {
      expect(await next([plain], false)).toBe('0xs')
      expect(await next([plain], false, [plain, smart])).toBe('0xa')
    })

    it('finds what a person had chosen', async () => {
      expect(await next([smart, plain], true)).toBe('0xa')
      expect(await next([plain], true)).toBe('0xa')
    })

    it('finds what a person had chosen, also after the wallet reported nothing else', async () => {
      expect(await next([smart, plain], true, [smart, plain], [plain])).toBe('0xa')
      expect(await next([plain], false, [smart, plain], [{ ...plain, label: 'Mine' }])).toBe('0xs')
    })

    it('follows the wallet that was moved to another account while the page was closed', async () => {
      expect(await next([evm, other], false, [other, evm])).toBe(other.address)
      expect(await next([evm], false, [other, evm])).toBe(other.address)
    })

    it('keeps the account that the person chose in the app, wherever the wallet puts it', async () => {
      expect(await next([other, plain], true, [other, plain])).toBe('0xa')
      expect(await next([plain, other], true, [other, plain])).toBe('0xa')
    })
  })

  it('asks nothing and forgets the sessions with enableReconnect off', async () => {
    const wallet = makeWallet('one')
    const storage = stored({ one: ['eip155'] }, { recent: ['one'] })
    const { kernel, session, statuses } = appWith({ wallets: [wallet], storage, enableReconnect: false })
    expect(statuses()).toEqual({})
    await kernel.start()
    await settle()
    expect([statuses(), session.state.restored, wallet.asked]).toEqual([{}, true, []])
    expect(session.state.recent).toHaveLength(1)
    await session.connect({ connectorId: 'one' })
    expect(statuses()).toEqual({ eip155: 'connected' })
  })

  it.each([
    '{"connections":1}',
    '{"connections":[],"active":{"__proto__x":{}}}',
    '{"connections":[{"connectorId":"one","namespaces":["__proto__"]}],"active":{}}',
    '{"connections":[{"connectorId":7,"namespaces":[]}],"active":{}}',
    '{"connections":[],"active":{"eip155":{"connectorId":"one"}}}',
    '{"connections":[],"active":{},"activeNamespace":"Not one"}',
    'nonsense',
  ])('drops the stored session %s', async (text) => {
    const storage = fakeStorage({ 'latchkey:session': text, 'latchkey:recent': '[{"connectorId":1}]' })
    const { kernel, session, statuses } = appWith({ wallets: [makeWallet('one')], storage })
    await kernel.start()
    await settle()
    expect([statuses(), session.state.recent, storage.values.size]).toEqual([{}, [], 0])
  })

  it('passes over namespaces the host does not list any more', async () => {
    const wallet = makeWallet('one', { accounts: [evm, solana] })
    const storage = stored({ one: ['eip155', 'solana'] }, { activeNamespace: 'solana' })
    const { kernel, session, networks, statuses } = appWith({
      wallets: [wallet],
      storage,
      namespaces: [fakeNamespace('eip155')],
    })
    await kernel.start()
    await settle()
    expect(statuses()['eip155']).toBe('connected')
    expect(session.state.connections[0]?.namespaces).toEqual(['eip155'])
    expect([session.state.activeNamespace, networks.active()?.id]).toEqual(['eip155', 'eip155:1'])
  })

  it('is not held up by a wallet that cannot take up a session', async () => {
    const wallet = makeWallet('one')
    const { restore: _, ...connector } = wallet.connector
    const { kernel, session, statuses, clock } = appWith({
      wallets: [{ ...wallet, connector }],
      storage: stored({ one: ['eip155'] }),
    })
    await kernel.start()
    await settle()
    expect([statuses(), session.state.restored, clock.pending]).toEqual([{ eip155: 'disconnected' }, true, 0])
  })
})

describe('a wallet that is late', () => {
  it('is waited for, then shown as disconnected, and still taken up when it comes', async () => {
    const storage = stored({ one: ['eip155'] })
    const { kernel, session, statuses, clock, announce } = appWith({ storage })
    await kernel.start()
    await settle()
    clock.advance(2_999)
    await settle()
    expect([statuses(), session.state.restored]).toEqual([{ eip155: 'reconnecting' }, false])
    clock.advance(1)
    await settle()
    expect([statuses(), session.state.restored]).toEqual([{ eip155: 'disconnected' }, true])
    announce(makeWallet('one'))
    expect(statuses()).toEqual({ eip155: 'reconnecting' })
    await settle()
    expect(statuses()).toEqual({ eip155: 'connected' })
    expect(savedIds(storage)).toEqual(['one'])
  })

  it('ends the waiting as soon as it is there', async () => {
    const { kernel, statuses, session, clock, announce } = appWith({ storage: stored({ one: ['eip155'] }) })
    await kernel.start()
    await settle()
    announce(makeWallet('one'))
    await settle()
    expect([statuses(), session.state.restored, clock.pending]).toEqual([{ eip155: 'connected' }, true, 0])
  })

  it('is not taken up when the person has disconnected in the meantime', async () => {
    const { kernel, session, statuses, clock, announce } = appWith({ storage: stored({ one: ['eip155'] }) })
    await kernel.start()
    await settle()
    await session.disconnect()
    clock.advance(3_000)
    const wallet = makeWallet('one')
    announce(wallet)
    await settle()
    expect([statuses(), wallet.asked]).toEqual([{ eip155: 'disconnected' }, []])
  })

  it('does not push aside what a person made active in the meantime', async () => {
    const app = appWith({
      wallets: [makeWallet('two', { accounts: [other] })],
      storage: stored({ one: ['eip155'] }),
    })
    await app.kernel.start()
    await settle()
    await app.session.connect({ connectorId: 'two' })
    app.announce(makeWallet('one'))
    await settle()
    expect([app.session.state.connections.length, app.address('eip155')]).toEqual([2, '0xb'])
  })
})

describe('a wallet that hangs', () => {
  it('is given up after ten seconds, and what it says later is let go', async () => {
    let late = (_: unknown) => {}
    const wallet = makeWallet('one', {
      answers: {
        ...approving,
        restore: () =>
          new Promise((resolve) => {
            late = resolve
          }),
      },
    })
    const { kernel, session, statuses, clock } = appWith({
      wallets: [wallet],
      storage: stored({ one: ['eip155'] }),
    })
    await kernel.start()
    await settle()
    clock.advance(9_999)
    await settle()
    expect(statuses()).toEqual({ eip155: 'reconnecting' })
    clock.advance(1)
    await settle()
    expect([statuses(), session.state.restored, clock.pending]).toEqual([{ eip155: 'disconnected' }, true, 0])
    let released = 0
    const ended: string[] = []
    late({
      accounts: [evm],
      networks: {},
      disconnect: async () => void ended.push('ended'),
      release: () => void released++,
    })
    await settle()
    expect([session.state.connections, released, ended]).toEqual([[], 1, []])
  })

  it('lets a person connect it, or another one, meanwhile', async () => {
    const wallets = [makeWallet('one', { answers: { ...approving, restore: 'hang' } }), makeWallet('two')]
    const { kernel, session, statuses, clock } = appWith({ wallets, storage: stored({ one: ['eip155'] }) })
    await kernel.start()
    await settle()
    const connecting = session.connect({ connectorId: 'two' })
    expect(statuses()).toEqual({ eip155: 'connecting' })
    await connecting
    clock.advance(10_000)
    await settle()
    expect(statuses()).toEqual({ eip155: 'connected' })
  })

  it('leaves no timer when the kernel is disposed', async () => {
    const wallet = makeWallet('one', { answers: { ...approving, restore: 'hang' } })
    const storage = stored({ one: ['eip155'], missing: ['solana'] })
    const { kernel, clock } = appWith({ wallets: [wallet], storage })
    await kernel.start()
    await settle()
    expect(clock.pending).toBe(2)
    await kernel.dispose()
    await settle()
    expect([clock.pending, storage.listeners]).toEqual([0, 0])
  })
})

describe('several tabs', () => {
  async function twoTabs() {
    const wallet = makeWallet('one', { accounts: [evm, solana] })
    const second = makeWallet('two')
    const storage = fakeStorage()
    const here = appWith({ wallets: [wallet, second], storage })
    const there = appWith({ wallets: [wallet, second], storage: storage.openTab() })
    await Promise.all([here.kernel.start(), there.kernel.start()])
    await settle()
    return { here, there, wallet, second, storage }
  }

  it('take up what another one connects, and end what another one ends', async () => {
    const { here, there, wallet } = await twoTabs()
    await here.session.connect({ connectorId: 'one' })
    await settle()
    expect(there.statuses()).toEqual({ eip155: 'connected', solana: 'connected' })
    expect(wallet.asked).toEqual(['connect', 'restore'])
    expect(there.session.state.activeNamespace).toBe(here.session.state.activeNamespace)
    await there.session.disconnect()
    await settle()
    expect(here.statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
    expect(wallet.asked).toEqual(['connect', 'restore', 'disconnect'])
    expect(wallet.listeners).toBe(0)
  })

  it('show the namespace and the account that the other one shows, and leave that stored', async () => {
    const wallet = makeWallet('one', { accounts: [evm, other, solana] })
    const storage = fakeStorage()
    const there = appWith({ wallets: [wallet], storage: storage.openTab() })
    const here = appWith({ wallets: [wallet], storage })
    await here.kernel.start()
    await here.session.connect({ connectorId: 'one' })
    here.session.setActiveAccount({ namespace: 'eip155', connectionId: 'one', accountId: other.id })
    here.session.setActiveNamespace('solana')
    const stored = storage.values.get('latchkey:session') as string
    storage.openTab().remove('latchkey:session')
    await there.kernel.start()
    await settle()
    storage.openTab().set('latchkey:session', stored)
    await settle()
    expect([there.address('eip155'), there.session.state.activeNamespace]).toEqual(['0xb', 'solana'])
    expect(JSON.parse(storage.values.get('latchkey:session') as string)).toEqual(JSON.parse(stored))
  })

  it('keep showing the namespace in which they are connected themselves', async () => {
    const { here, there, wallet, second } = await twoTabs()
    second.answer({ restore: async () => undefined })
    await there.session.connect({ connectorId: 'two' })
    wallet.report({ accounts: [solana] })
    await here.session.connect({ connectorId: 'one', namespaces: ['solana'] })
    await settle()
    expect(here.session.state.activeNamespace).toBe('solana')
    expect(there.session.state.activeNamespace).toBe('eip155')
  })

  it('do not end a session that this one cannot take up', async () => {
    const { here, there, wallet, storage } = await twoTabs()
    wallet.answer({ restore: async () => undefined })
    await here.session.connect({ connectorId: 'one' })
    await settle()
    expect(there.session.state.connections).toEqual([])
    await there.session.connect({ connectorId: 'two' })
    await settle()
    expect(here.session.state.connections.map(({ id }) => id).sort()).toEqual(['one', 'two'])
    expect(savedIds(storage).sort()).toEqual(['one', 'two'])
  })

  it('ignore damage done by another program', async () => {
    const { here, storage } = await twoTabs()
    await here.session.connect({ connectorId: 'one' })
    storage.openTab().set('latchkey:session', 'garbage')
    await settle()
    expect(here.statuses()).toEqual({ eip155: 'connected', solana: 'connected' })
  })
})

describe('the address that storage names', () => {
  /** A page whose wallets never answer, so that what is stored stays open. */
  function openClaim({ showsAccounts = true, address = '0xa' } = {}) {
    const active = { eip155: { connectorId: 'one', address } }
    const asked = { ...stored({ one: ['eip155'] }, { active }), showsAccounts }
    const silent = () => new Promise<never>(() => {})
    const wallets = ['one', 'two'].map((id) =>
      makeWallet(id, { answers: { restore: silent, connect: silent } }),
    )
    return appWith({ wallets, storage: asked })
  }

  it('is told while its wallet is being asked, and makes no account', async () => {
    const { kernel, session, address } = openClaim()
    expect(session.claimedAddress('eip155')).toBe('0xa')
    await kernel.start()
    await settle()
    expect([session.claimedAddress('eip155'), address('eip155')]).toEqual(['0xa', undefined])
    expect(session.state.connections).toEqual([])
  })

  it('is told only where the storage adapter lets it be shown', () => {
    expect(openClaim({ showsAccounts: false }).session.claimedAddress('eip155')).toBeUndefined()
  })

  it.each(['not-an-address', ''])('is not told when its namespace does not take "%s" for one', (text) => {
    const { session } = openClaim({ address: text })
    expect(session.claimedAddress('eip155')).toBeUndefined()
  })

  it('is not told while a person connects another wallet', async () => {
    const { kernel, session } = openClaim()
    await kernel.start()
    void session.connect({ connectorId: 'two' }).catch(() => {})
    await settle()
    expect(session.claimedAddress('eip155')).toBeUndefined()
  })

  it('is withdrawn when the wallet has not answered in time', async () => {
    const { kernel, session, clock } = openClaim()
    await kernel.start()
    await settle()
    await clock.advance(10_000)
    await settle()
    expect(session.claimedAddress('eip155')).toBeUndefined()
  })

  it('is withdrawn when the person disconnects', async () => {
    const { kernel, session } = openClaim()
    await kernel.start()
    await settle()
    await session.disconnect()
    expect(session.claimedAddress('eip155')).toBeUndefined()
  })
})
