// A connector that holds several connections at once, such as a way to pair phones.
import { expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import type { Connection, ConnectorContribution, ConnectRequest } from '../../contracts/points/connector.js'
import { fakeAccount, type FakeWallet } from '../../testing/index.js'

/** A connector whose next connection is the one that `next` names. */
function pairing() {
  const asked: (string | undefined)[] = []
  const ended: string[] = []
  const reports = new Map<string, ConnectRequest['onChange']>()
  let next: Partial<Connection> & { readonly id: string } = { id: 'a' }
  const open = (id: string, request: ConnectRequest): Connection => {
    reports.set(id, request.onChange)
    return {
      accounts: [fakeAccount('eip155:1', id)],
      networks: {},
      provider: () => ({ of: id }),
      disconnect: async () => void ended.push(id),
      ...next,
      id,
    }
  }
  const connector: ConnectorContribution = {
    id: 'pairing',
    name: 'Pairing',
    group: 'walletConnect',
    namespaces: ['eip155'],
    readiness: () => 'installed',
    connect: async (request) => open(next.id, request),
    async restore(request) {
      asked.push(request.connectionId)
      return request.connectionId === undefined ? undefined : open(request.connectionId, request)
    },
  }
  return {
    wallet: { connector } as unknown as FakeWallet,
    asked,
    ended,
    reports,
    let(given: typeof next) {
      next = given
    },
  }
}

async function connectedTwice() {
  const phones = pairing()
  const app = appWith({ wallets: [phones.wallet] })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'pairing' })
  phones.let({ id: 'b' })
  await app.session.connect({ connectorId: 'pairing' })
  return { ...app, phones }
}

const addresses = ({ session }: Awaited<ReturnType<typeof connectedTwice>>) =>
  session.state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))

it('lists both, and makes the newer one active', async () => {
  const app = await connectedTwice()
  expect(addresses(app)).toEqual(['a', 'b'])
  expect(new Set(app.session.state.connections.map(({ id }) => id)).size).toBe(2)
  expect(app.session.state.connections.map(({ connectorId }) => connectorId)).toEqual(['pairing', 'pairing'])
  expect(app.session.activeAccount('eip155')?.address).toBe('b')
  expect(app.session.state.recent).toEqual([{ connectorId: 'pairing', name: 'Pairing' }])
})

it('ends one alone, by the app or by the wallet', async () => {
  const app = await connectedTwice()
  const [first] = app.session.state.connections
  await app.session.disconnect({ connectionId: first?.id ?? '' })
  expect([addresses(app), app.phones.ended]).toEqual([['b'], ['a']])
  app.phones.reports.get('b')?.({ ended: {} })
  expect(app.session.state.connections).toEqual([])
})

it('takes both up after a reload, each by its own id, and the active one is active', async () => {
  const app = await connectedTwice()
  const [first] = app.session.state.connections
  app.session.setActiveAccount({ namespace: 'eip155', connectionId: first?.id ?? '' })
  await app.kernel.dispose()
  const next = appWith({ wallets: [app.phones.wallet], storage: app.storage })
  await next.kernel.start()
  await settle()
  expect(app.phones.asked.toSorted()).toEqual(['a', 'b'])
  expect(addresses({ ...app, ...next }).toSorted()).toEqual(['a', 'b'])
  expect(next.session.activeAccount('eip155')?.address).toBe('a')
})

it('replaces the one that has the same id', async () => {
  const app = await connectedTwice()
  app.phones.let({ id: 'a', name: 'Again' })
  await app.session.connect({ connectorId: 'pairing' })
  expect(addresses(app).toSorted()).toEqual(['a', 'b'])
  expect(app.session.state.connections.map(({ name }) => name)).toEqual(['Pairing', 'Again'])
})

it.each([
  [{ name: 'River', icon: 'https://river.example/icon.png' }, 'River', 'https://river.example/icon.png'],
  [{ name: 'River', icon: 'data:image/png;base64,AA==' }, 'River', 'data:image/png;base64,AA=='],
  [{ name: '\u202eteG\u200b', icon: 'javascript:alert(1)' }, 'teG', undefined],
  [
    { name: 'x'.repeat(1_000_000), icon: `https://a.example/${'x'.repeat(30_000)}` },
    'x'.repeat(60),
    undefined,
  ],
  [{ name: '\n\u200b', icon: 'http://a.example/i.png' }, 'Pairing', undefined],
  [{ name: ['River'], icon: ['https://a.example'] }, 'Pairing', undefined],
])('shows the wallet by its own name and picture, cut and checked: %#', async (given, name, icon) => {
  const phones = pairing()
  phones.let({ id: 'a', ...(given as object) })
  const app = appWith({ wallets: [phones.wallet] })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'pairing' })
  expect(app.session.state.connections[0]).toMatchObject({ name, connectorId: 'pairing' })
  expect(app.session.state.connections[0]?.icon).toBe(icon)
})

it('is not fooled by a connection whose id looks like that of another connector', async () => {
  const phones = pairing()
  phones.let({ id: 'x+y%held+other', accounts: [fakeAccount('eip155:1', 'c')] })
  const app = appWith({ wallets: [phones.wallet] })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'pairing' })
  await app.kernel.dispose()
  const next = appWith({ wallets: [phones.wallet], storage: app.storage })
  await next.kernel.start()
  await settle()
  expect(phones.asked).toEqual(['x+y%held+other'])
  expect(next.session.state.connections).toHaveLength(1)
})
