import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import { fakeAccount, fakeNamespace, fakeStorage, type FakeWallet, fakeWallet } from '../../testing/index.js'
import { spanningId } from './spanningId.js'

const namespaces = ['eip155', 'solana', 'bip122'].map((id) => fakeNamespace(id))
const answers = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const

function wallets(listens = false) {
  return ['eip155', 'solana', 'bip122'].map((namespace) =>
    fakeWallet({
      id: `${namespace}.wallet.river`,
      name: 'River',
      accounts: [fakeAccount(`${namespace}:1`, `${namespace}first`)],
      ...{ answers, listens },
    }),
  )
}

const idOf = (own: ReturnType<typeof wallets>) => spanningId(own.map((wallet) => wallet.connector))

async function connected(own = wallets()) {
  const app = appWith({ wallets: own, namespaces })
  await app.kernel.start()
  await app.session.connect({ connectorId: idOf(own) })
  return { ...app, own }
}

describe('a wallet over several namespaces', () => {
  it('is one connection, active in each of them', async () => {
    const { session, statuses, eventIds, own } = await connected()
    expect(session.state.connections.map(({ id, namespaces: spanned }) => [id, spanned])).toEqual([
      [idOf(own), ['eip155', 'solana', 'bip122']],
    ])
    expect(statuses()).toEqual({ eip155: 'connected', solana: 'connected', bip122: 'connected' })
    expect(session.provider({ namespace: 'solana' } as never)).toEqual({
      wallet: 'solana.wallet.river',
      namespace: 'solana',
    })
    expect(eventIds().filter((id) => id === 'CONNECT_SUCCESS')).toHaveLength(1)
    expect(session.state.recent.map(({ connectorId }) => connectorId)).toEqual([idOf(own)])
  })

  it('ends as one, by any of its namespaces', async () => {
    const { session, statuses, own } = await connected()
    await session.disconnect({ namespace: 'solana' })
    expect(statuses()).toEqual({ eip155: 'disconnected', solana: 'disconnected', bip122: 'disconnected' })
    expect(own.map((wallet) => wallet.asked)).toEqual(Array(3).fill(['connect', 'disconnect']))
  })

  it('loses the namespace whose part the wallet ended, and keeps the others', async () => {
    const { session, statuses, own } = await connected()
    own[1]?.report({ ended: {} })
    expect(statuses()).toEqual({ eip155: 'connected', solana: 'disconnected', bip122: 'connected' })
    expect(session.state.connections[0]?.namespaces).toEqual(['eip155', 'bip122'])
  })

  it('is taken up whole after a reload, once all its parts are there', async () => {
    const { kernel, storage } = await connected()
    await kernel.dispose()
    const again = wallets()
    const [first, ...late] = again
    const app = appWith({ wallets: first ? [first] : [], namespaces, storage })
    await app.kernel.start()
    await settle()
    expect(app.session.state.connections).toEqual([])
    for (const wallet of late) app.announce(wallet)
    await settle()
    expect(app.session.state.connections.map(({ namespaces: spanned }) => spanned)).toEqual([
      ['eip155', 'solana', 'bip122'],
    ])
    expect(again.map((wallet) => wallet.asked)).toEqual(Array(3).fill(['restore']))
  })

  it('shares nothing when one part is declined', async () => {
    const own = wallets()
    own[2]?.answer({ connect: 'reject' })
    const app = appWith({ wallets: own, namespaces })
    await app.kernel.start()
    await expect(app.session.connect({ connectorId: idOf(own) })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
    expect(app.session.state.connections).toEqual([])
    expect(own.map((wallet) => wallet.listeners)).toEqual([0, 0, 0])
    expect(app.eventIds()).toContain('USER_REJECTED')
  })

  it('shares what opened when one part fails, says which one did, and is taken up like that', async () => {
    const own = wallets()
    own[2]?.answer({ connect: () => Promise.reject(new Error('no account')) })
    const storage = fakeStorage()
    const app = appWith({ wallets: own, namespaces, storage })
    await app.kernel.start()
    await app.session.connect({ connectorId: idOf(own) })
    expect(app.statuses()).toEqual({ eip155: 'connected', solana: 'connected', bip122: 'disconnected' })
    const failures = app.events.filter(({ id }) => id === 'CONNECT_ERROR').map(({ payload }) => payload)
    expect(failures).toMatchObject([{ connectorId: 'bip122.wallet.river', code: 'RPC_UNKNOWN' }])
    await app.kernel.dispose()
    const again = wallets()
    again[2]?.answer({ restore: () => undefined as never })
    const later = appWith({ wallets: again, namespaces, storage })
    await later.kernel.start()
    await settle()
    expect(later.statuses()).toEqual({ eip155: 'connected', solana: 'connected' })
  })

  it('keeps a part that was connected alone when the whole is declined', async () => {
    const own = wallets()
    const app = appWith({ wallets: own, namespaces })
    await app.kernel.start()
    await app.session.connect({ connectorId: 'eip155.wallet.river' })
    own[1]?.answer({ connect: 'reject' })
    await expect(app.session.connect({ connectorId: idOf(own) })).rejects.toThrow()
    expect(app.session.state.connections.map(({ id }) => id)).toEqual(['eip155.wallet.river'])
    expect(own[0]?.asked).toEqual(['connect', 'connect'])
    expect(own[0]?.listeners).toBe(1)
  })

  it('takes the place of a part that was connected alone, and the other way round', async () => {
    const own = wallets()
    const app = appWith({ wallets: own, namespaces })
    await app.kernel.start()
    await app.session.connect({ connectorId: 'solana.wallet.river' })
    await app.session.connect({ connectorId: idOf(own) })
    expect(app.session.state.connections.map(({ id }) => id)).toEqual([idOf(own)])
    expect(own.map((wallet) => wallet.listeners)).toEqual([1, 1, 1])
    expect(app.eventIds()).not.toContain('DISCONNECT_SUCCESS')

    await app.session.connect({ connectorId: 'solana.wallet.river' })
    expect(app.session.state.connections.map(({ id }) => id)).toEqual(['solana.wallet.river'])
    expect(app.statuses()).toEqual({ eip155: 'disconnected', solana: 'connected', bip122: 'disconnected' })
    expect(app.events.find(({ id }) => id === 'DISCONNECT_SUCCESS')).toMatchObject({
      payload: { connectionId: idOf(own), namespaces: ['eip155', 'bip122'] },
    })
    expect(own.map((wallet) => wallet.listeners)).toEqual([0, 1, 0])
  })

  it('does not exist while a part is missing', async () => {
    const own = wallets()
    const app = appWith({ wallets: own.slice(1), namespaces })
    await app.kernel.start()
    await expect(app.session.connect({ connectorId: idOf(own) })).rejects.toMatchObject({
      code: 'CONNECTOR_NOT_FOUND',
    })
  })
})

describe('a part of a wallet that locks while the page stays open', () => {
  const all = { eip155: 'connected', solana: 'connected', bip122: 'connected' }
  const withoutSolana = { ...all, solana: 'disconnected' }
  const share = async (wallet: FakeWallet | undefined) => {
    wallet?.share()
    await settle()
  }

  /** Three parts are open, and the second has locked. */
  async function locked() {
    const app = await connected(wallets(true))
    const [first, part] = app.own as [FakeWallet, FakeWallet]
    part.report({ ended: {} })
    await settle()
    return { ...app, first, part }
  }

  it('is taken up again by its own word, into the same connection and without a prompt', async () => {
    const { session, statuses, part, own, address } = await locked()
    expect(statuses()).toEqual(withoutSolana)
    await share(part)
    expect(statuses()).toEqual(all)
    expect(session.state.connections.map(({ id }) => id)).toEqual([idOf(own)])
    expect([address('solana'), part.asked]).toEqual(['solanafirst', ['connect', 'restore']])
    part.report({ accounts: [fakeAccount('solana:1', 'solanasecond')] })
    await settle()
    expect(address('solana')).toBe('solanasecond')
  })

  it('is listened to by one listener, as often as it locks', async () => {
    const { part } = await locked()
    for (let times = 0; times < 3; times += 1) {
      expect(part.listeners).toBe(1)
      await share(part)
      expect(part.listeners).toBe(1)
      part.report({ ended: {} })
      await settle()
    }
  })

  it('is not asked without end, when it tells accounts whenever it is asked and shares none', async () => {
    const { part, statuses } = await locked()
    part.answer({ restore: async () => part.share() })
    await share(part)
    expect(part.asked.filter((method) => method === 'restore')).toHaveLength(3)
    expect(statuses()).toEqual(withoutSolana)
  })

  it('is taken up by its own word, although taking it up failed before', async () => {
    const { part, statuses } = await locked()
    part.answer({ restore: () => Promise.reject(new Error('locked')) })
    await share(part)
    part.answer({ restore: 'approve' })
    await share(part)
    expect(statuses()).toEqual(all)
  })

  it('is listened to on, when what it opens can not be used, and that is released', async () => {
    const { part, statuses } = await locked()
    const releases: number[] = []
    part.answer({
      restore: async () => ({ accounts: [], networks: {}, release: () => releases.push(1) }),
    })
    await share(part)
    expect([statuses(), releases.length, part.listeners]).toEqual([withoutSolana, 1, 1])
    part.answer({ restore: 'approve' })
    await share(part)
    expect(statuses()).toEqual(all)
  })

  it('is released where it answers after ten seconds, and may fail at that', async () => {
    const { part, clock } = await locked()
    let answer = (_: unknown) => {}
    part.answer({ restore: () => new Promise((resolve) => (answer = resolve)) })
    await share(part)
    clock.advance(10_000)
    await settle()
    const releases: number[] = []
    const release = () => Promise.reject(new Error(`The wallet is gone, ${releases.push(1)}.`))
    answer({ accounts: [fakeAccount('solana:1', 'solanafirst')], networks: {}, release })
    await settle()
    expect(releases).toEqual([1])
  })

  it('is taken up when the page comes back, although it told nothing', async () => {
    const { part, statuses, session, own } = await locked()
    await session.connection(idOf(own))?.refresh?.()
    await settle()
    expect([statuses(), part.asked]).toEqual([all, ['connect', 'restore']])
  })

  it('is not asked when the page comes back where that may prompt, and is still taken up by its own word', async () => {
    const { own, statuses, session } = await connected(wallets(true))
    const part = own[1]
    part?.report({ ended: { isRevoked: true } })
    await session.connection(idOf(own))?.refresh?.()
    await settle()
    expect(part?.asked).toEqual(['connect'])
    await share(part)
    expect(statuses()).toEqual(all)
  })

  it('is waited for no more once the person has disconnected the wallet', async () => {
    const { session, statuses, part } = await locked()
    await session.disconnect({ namespace: 'eip155' })
    expect(part.listeners).toBe(0)
    await share(part)
    expect([Object.values(statuses()), part.asked]).toEqual([Array(3).fill('disconnected'), ['connect']])
  })

  it('is let go of where the person disconnects while it is taken up', async () => {
    const { session, statuses, part } = await locked()
    let answer = () => {}
    part.answer({ restore: () => new Promise<void>((resolve) => (answer = resolve)) })
    await share(part)
    await session.disconnect({ namespace: 'eip155' })
    answer()
    await settle()
    expect([Object.values(statuses()), part.listeners]).toEqual([Array(3).fill('disconnected'), 0])
  })

  it('leaves its place to a connection of its own that the person opened meanwhile', async () => {
    const { session, part } = await locked()
    await session.connect({ connectorId: part.connector.id })
    await share(part)
    expect(session.state.connections.map(({ id }) => id)).toEqual([part.connector.id])
    expect([part.asked, part.listeners]).toEqual([['connect', 'connect'], 1])
  })

  it('is taken up with the rest of the wallet, when all of it has locked', async () => {
    const { own, statuses } = await locked()
    for (const wallet of own) wallet.report({ ended: {} })
    await settle()
    expect(own.map(({ listeners }) => listeners)).toEqual([1, 1, 1])
    for (const wallet of own) await share(wallet)
    expect(statuses()).toEqual(all)
    expect(own.map(({ listeners }) => listeners)).toEqual([1, 1, 1])
  })

  it('is listened to after a reload at which it was locked', async () => {
    const { kernel, storage } = await connected(wallets(true))
    await kernel.dispose()
    const again = wallets(true)
    again[1]?.answer({ restore: async () => undefined })
    const app = appWith({ wallets: again, namespaces, storage })
    await app.kernel.start()
    await settle()
    again[1]?.answer({ restore: 'approve' })
    await share(again[1])
    expect(app.statuses()).toEqual(all)
  })

  it('is listened to as another object, where it puts itself on the page anew', async () => {
    const [first, , third] = wallets(true) as [FakeWallet, FakeWallet, FakeWallet]
    const [, old] = wallets(true) as [FakeWallet, FakeWallet]
    const [, anew] = wallets(true) as [FakeWallet, FakeWallet]
    const app = appWith({ wallets: [first, third], namespaces })
    const stop = app.announce(old)
    await app.kernel.start()
    await app.session.connect({ connectorId: idOf([first, old, third]) })
    old.report({ ended: {} })
    await settle()
    stop?.()
    await settle()
    expect(old.listeners).toBe(0)
    app.announce(anew)
    await share(anew)
    expect([app.statuses(), anew.asked]).toEqual([all, ['restore']])
  })

  it('finds the account again that the person had chosen', async () => {
    const own = wallets(true)
    const second = fakeAccount('solana:1', 'solanasecond')
    own[1] = fakeWallet({
      ...{ id: 'solana.wallet.river', name: 'River', answers, listens: true },
      accounts: [fakeAccount('solana:1', 'solanafirst'), second],
    })
    const { session, address } = await connected(own)
    session.setActiveAccount({ namespace: 'solana', connectionId: idOf(own), accountId: second.id })
    own[1].report({ ended: {} })
    await settle()
    await share(own[1])
    expect(address('solana')).toBe('solanasecond')
  })

  it('is active again where another wallet stood in for it, and not where the person chose that one', async () => {
    const { session, own, address, part, kernel: _, ...app } = await locked()
    const other = fakeWallet({
      ...{ id: 'other', name: 'Other', answers, accounts: [fakeAccount('solana:1', 'solanaother')] },
    })
    await share(part)
    app.announce(other)
    await session.connect({ connectorId: 'other' })
    session.setActiveAccount({ namespace: 'solana', connectionId: idOf(own) })
    part.report({ ended: {} })
    await settle()
    expect(address('solana')).toBe('solanaother')
    await share(part)
    expect(address('solana')).toBe('solanafirst')
    part.report({ ended: {} })
    session.setActiveAccount({ namespace: 'solana', connectionId: 'other' })
    await settle()
    await share(part)
    expect(address('solana')).toBe('solanaother')
  })

  it('is not listened to where sessions are not taken up', async () => {
    const own = wallets(true)
    const app = appWith({ wallets: own, namespaces, enableReconnect: false })
    await app.kernel.start()
    await app.session.connect({ connectorId: idOf(own) })
    own[1]?.report({ ended: {} })
    await settle()
    expect(own[1]?.listeners).toBe(0)
  })

  it('is taken up by its next word, when it did not answer in ten seconds', async () => {
    const { part, statuses, clock } = await locked()
    part.answer({ restore: 'hang' })
    await share(part)
    part.answer({ restore: 'approve' })
    clock.advance(10_000)
    await settle()
    await share(part)
    expect(statuses()).toEqual(all)
  })
})
