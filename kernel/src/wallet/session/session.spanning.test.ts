import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import { fakeAccount, fakeNamespace, fakeStorage, fakeWallet } from '../../testing/index.js'
import { spanningId } from './spanningId.js'

const namespaces = ['eip155', 'solana', 'bip122'].map((id) => fakeNamespace(id))
const answers = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const

function wallets() {
  return ['eip155', 'solana', 'bip122'].map((namespace) =>
    fakeWallet({
      id: `${namespace}.wallet.river`,
      name: 'River',
      accounts: [fakeAccount(`${namespace}:1`, `${namespace}first`)],
      answers,
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
