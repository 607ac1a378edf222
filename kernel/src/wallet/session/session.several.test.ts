import { expect, it, vi } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import { severalSessions } from '../../../test/severalSessions.js'
import { Log } from '../../platform/log.js'
import type { Connection } from '../../contracts/points/connector.js'
import { fakeAccount, fakeStorage, fakeWallet } from '../../testing/index.js'

const approving = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const
const account = (address: string) => fakeAccount('eip155:1', address)

const makePhone = (id: string, address: string) =>
  fakeWallet({ id, name: `Phone ${id}`, accounts: [account(address)], answers: approving })

async function startedWithPhones(storage = fakeStorage()) {
  const phones = [makePhone('red', '0xa'), makePhone('blue', '0xb')] as const
  const pairing = severalSessions('pairing', phones)
  const app = appWith({ storage, wallets: [pairing] })
  await app.kernel.start()
  await settle()
  const pair = (index: 0 | 1) => {
    pairing.take(phones[index])
    return app.session.connect({ connectorId: 'pairing' })
  }
  const names = () => app.session.state.connections.map(({ name }) => name)
  return { ...app, storage, phones, pair, names }
}

const storedWith = (connection: object, choice: object = {}) =>
  fakeStorage({
    'latchkey:session': JSON.stringify({
      connections: [{ connectorId: 'pairing', namespaces: ['eip155'], ...connection }],
      active: { eip155: { connectorId: 'pairing', address: '0xa', ...choice } },
      activeNamespace: 'eip155',
    }),
  })

const readStored = (storage: ReturnType<typeof fakeStorage>) =>
  JSON.parse(storage.values.get('latchkey:session') ?? '{}') as { connections: { key?: string }[] }

it('keeps two sessions of one connector, each with its wallet’s own name, and ends one of them', async () => {
  const { session, pair, names, phones, address } = await startedWithPhones()
  const red = await pair(0)
  const blue = await pair(1)
  expect([red, blue]).toMatchObject([
    { connectorId: 'pairing', key: 'red', name: 'Phone red' },
    { connectorId: 'pairing', key: 'blue', name: 'Phone blue' },
  ])
  expect(new Set([red.id, blue.id, 'pairing']).size).toBe(3)
  expect([names(), address('eip155')]).toEqual([['Phone red', 'Phone blue'], '0xb'])
  await session.disconnect({ connectionId: blue.id })
  expect([names(), address('eip155')]).toEqual([['Phone red'], '0xa'])
  expect([phones[0].asked.includes('disconnect'), phones[1].asked.includes('disconnect')]).toEqual([
    false,
    true,
  ])
})

it('shows the wallet of a session among the recent ones by its own name', async () => {
  const { session, pair } = await startedWithPhones()
  await pair(1)
  expect(session.state.recent).toEqual([{ connectorId: 'pairing', name: 'Phone blue' }])
})

it('keeps each wallet of one connector among the recent ones, and forgets one of them', async () => {
  const { session, pair } = await startedWithPhones()
  const recent = () => session.state.recent.map(({ name }) => name)
  for (const index of [0, 1, 0] as const) await pair(index)
  expect(recent()).toEqual(['Phone red', 'Phone blue'])
  session.forgetRecent('pairing', 'Phone red')
  expect(recent()).toEqual(['Phone blue'])
  session.forgetRecent('pairing')
  expect(recent()).toEqual([])
})

it('asks for each session after a reload, and shows the account that was active', async () => {
  const first = await startedWithPhones()
  await first.pair(1)
  await first.pair(0)
  await first.kernel.dispose()
  const { names, phones, address } = await startedWithPhones(first.storage)
  expect([names().sort(), address('eip155')]).toEqual([['Phone blue', 'Phone red'], '0xa'])
  expect(phones.map(({ asked }) => asked)).toEqual([['restore'], ['restore']])
})

it('takes up a session that was stored before connectors gave keys', async () => {
  const { names, address, storage, pair } = await startedWithPhones(storedWith({}))
  expect([names(), address('eip155')]).toEqual([['Phone red'], '0xa'])
  await pair(1)
  expect(readStored(storage).connections.map(({ key }) => key)).toEqual(['red', 'blue'])
})

it('forgets a session that its connector does not know any more', async () => {
  const { names, storage, session } = await startedWithPhones(storedWith({ key: 'green' }))
  expect([names(), session.state.restored]).toEqual([[], true])
  expect(readStored(storage).connections).toEqual([])
})

it('keeps a session stored that could not be reached', async () => {
  const storage = storedWith({ key: 'red' })
  const phone = makePhone('red', '0xa')
  phone.answer({ restore: () => Promise.reject(new Error('relay down')) })
  const { kernel, session } = appWith({ storage, wallets: [severalSessions('pairing', [phone])] })
  await kernel.start()
  await settle()
  expect([session.state.restored, session.state.connections]).toEqual([true, []])
  expect(readStored(storage).connections).toMatchObject([{ key: 'red' }])
})

/** An app whose one wallet answers with the given members of a connection. */
async function connectedWith(
  members: () => Partial<Record<keyof Connection, unknown>>,
  storage = fakeStorage(),
) {
  const wallet = fakeWallet({
    id: 'pairing',
    name: 'Pairing',
    accounts: [account('0xa')],
    answers: approving,
  })
  const { connector } = wallet
  const answer = async (ask: 'connect' | 'restore', request: Parameters<typeof connector.connect>[0]) =>
    Object.assign({ ...(await connector[ask]?.(request)) }, members()) as Connection
  const app = appWith({
    storage,
    wallets: [
      {
        connector: {
          ...connector,
          icon: 'https://pairing.example/icon.png',
          connect: (request) => answer('connect', request),
          restore: (request) => answer('restore', request),
        },
      },
    ],
  })
  await app.kernel.start()
  await settle()
  return { ...app, storage, wallet }
}

it('does not take a session for the one that was asked for, and lets go of it', async () => {
  const storage = storedWith({ key: 'red' })
  const { session, wallet } = await connectedWith(() => ({ key: 'blue' }), storage)
  expect([session.state.connections, wallet.listeners]).toEqual([[], 0])
})

it.each([[''], ['k'.repeat(201)], [7], [null], [{}]])('refuses a connection with the key %j', async (key) => {
  const { session } = await connectedWith(() => ({ key }))
  await expect(session.connect({ connectorId: 'pairing' })).rejects.toMatchObject({
    code: 'CONNECTION_INVALID',
  })
  expect(session.state.connections).toEqual([])
})

const own = { name: 'Pairing', icon: 'https://pairing.example/icon.png' }
const picture = 'data:image/png;base64,AAAA'

it.each([
  ['nothing', undefined, own],
  ['no object', 'Rainbow', own],
  ['no name', { icon: picture }, own],
  ['a name without a letter to see', { name: '\u202e\u200b ', icon: picture }, own],
  ['a name', { name: 'Rainbow' }, { ...own, name: 'Rainbow' }],
  ['both', { name: 'Rainbow', icon: picture }, { name: 'Rainbow', icon: picture }],
  ['signs that turn the text', { name: 'Rain\u202ebow\n2' }, { ...own, name: 'Rainbow 2' }],
  ['a long name', { name: 'R'.repeat(10_000) }, { ...own, name: 'R'.repeat(60) }],
  ['a page', { name: 'Rainbow', icon: 'data:text/html,<script>' }, { ...own, name: 'Rainbow' }],
  ['a script', { name: 'Rainbow', icon: 'javascript:alert(1)' }, { ...own, name: 'Rainbow' }],
  [
    'a picture without end',
    { name: 'Rainbow', icon: picture + 'A'.repeat(200_000) },
    { ...own, name: 'Rainbow' },
  ],
])('shows of a wallet that says %s only what is sound', async (_, wallet, shown) => {
  const { session } = await connectedWith(() => ({ wallet }))
  await session.connect({ connectorId: 'pairing' })
  const [connection] = session.state.connections
  expect({ name: connection?.name, icon: connection?.icon }).toEqual(shown)
  expect(session.state.recent).toEqual([{ connectorId: 'pairing', ...shown }])
})

it('connects when reading the wallet throws', async () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error('trap')
      },
    },
  )
  const { session } = await connectedWith(() => ({ wallet: trap }))
  await expect(session.connect({ connectorId: 'pairing' })).resolves.toMatchObject({ name: 'Pairing' })
})

it('stores the newest sessions, no more than it reads again, and says so', async () => {
  let key = 0
  const { session, storage, kernel } = await connectedWith(() => ({ key: `${++key}` }))
  const warn = vi.spyOn(kernel.get(Log), 'warn')
  while (session.state.connections.length < 50) await session.connect({ connectorId: 'pairing' })
  expect(warn).not.toHaveBeenCalled()
  while (session.state.connections.length < 60) await session.connect({ connectorId: 'pairing' })
  const newest = session.state.connections.slice(10).map((connection) => connection.key)
  expect(readStored(storage).connections.map((connection) => connection.key)).toEqual(newest)
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('Only the newest 50'))
  await kernel.dispose()
})

it.each([
  ['another network', { networks: { eip155: 'eip155:77' } }],
  ['other networks that it may be asked for', { approvedNetworks: { eip155: ['eip155:1', 'eip155:2'] } }],
] as const)('stays with the account that a wallet moved to, when it tells only %s', async (_, change) => {
  const { session, pair, phones, address } = await startedWithPhones()
  const [red, blue] = phones
  await pair(0)
  const { id: connectionId } = await pair(1)
  // The person chose an account of a wallet that is locked now: it's found again once it's unlocked.
  session.setActiveAccount({ namespace: 'eip155', connectionId, accountId: 'eip155:1:0xb' })
  blue.report({ ended: {} })
  expect(address('eip155')).toBe('0xa')
  // The other wallet shares the same account, and stands on another one.
  red.report({ accounts: [account('0xc'), account('0xb')] })
  expect(address('eip155')).toBe('0xc')
  red.report(change)
  expect(address('eip155')).toBe('0xc')
})
