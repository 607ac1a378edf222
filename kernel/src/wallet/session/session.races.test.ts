import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import type { Connection, ConnectRequest } from '../../contracts/points/connector.js'
import { fakeAccount, fakeNamespace, fakeStorage, fakeWallet } from '../../testing/index.js'
import { spanningId } from './spanningId.js'

const answers = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const
const makeWallet = (id: string, address = '0xa') =>
  fakeWallet({ id, name: id, accounts: [fakeAccount('eip155:1', address)], answers })

const stored = (...connectorIds: readonly string[]) =>
  fakeStorage({
    'latchkey:session': JSON.stringify({
      connections: connectorIds.map((connectorId) => ({ connectorId, namespaces: ['eip155'] })),
      active: {},
    }),
  })

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: { code?: unknown }) => error.code,
  )

describe('a wallet that is asked again', () => {
  it('right after a disconnect that called off the first asking', async () => {
    const wallet = makeWallet('one')
    wallet.answer({ connect: 'hang' })
    const { kernel, session, statuses } = appWith({ wallets: [wallet] })
    await kernel.start()
    await settle()
    const first = codeOf(session.connect({ connectorId: 'one' }))
    await settle()
    wallet.answer({ connect: 'approve' })
    await session.disconnect()
    expect(await codeOf(session.connect({ connectorId: 'one' }))).toBe('resolved')
    expect(await first).toBe('REQUEST_ABORTED')
    expect(statuses()).toEqual({ eip155: 'connected' })
  })

  it('by somebody else while whoever asked first has given up', async () => {
    const wallet = makeWallet('one')
    const { kernel, session } = appWith({ wallets: [wallet] })
    const controller = new AbortController()
    // Nothing that talks to wallets is loaded yet, so that the first asking cannot have ended.
    const first = codeOf(session.connect({ connectorId: 'one', signal: controller.signal }))
    controller.abort()
    const second = codeOf(session.connect({ connectorId: 'one' }))
    expect([await first, await second]).toEqual(['REQUEST_ABORTED', 'resolved'])
    expect(wallet.asked).toEqual(['connect'])
    await kernel.dispose()
  })
})

describe('a session that is taken up late', () => {
  function lateRestore(id: string, address: string) {
    let answer = () => {}
    const wallet = makeWallet(id, address)
    const released: string[] = []
    wallet.answer({
      restore: ({ namespaces }: ConnectRequest) =>
        new Promise((resolve) => {
          const connection: Partial<Connection> = {
            accounts: namespaces.map((namespace) => fakeAccount(`${namespace}:1`, '0xold')),
            networks: {},
            provider: () => 'old',
            disconnect: async () => {},
            release: () => void released.push('old'),
          }
          answer = () => resolve(connection)
        }),
    })
    return { wallet, released, answer: () => answer() }
  }

  it('does not take the place of what a person connected with the same wallet meanwhile', async () => {
    const { wallet, released, answer } = lateRestore('one', '0xnew')
    const { kernel, session, address } = appWith({ wallets: [wallet], storage: stored('one') })
    await kernel.start()
    await settle()
    await session.connect({ connectorId: 'one' })
    answer()
    await settle()
    expect([address('eip155'), released]).toEqual(['0xnew', ['old']])
    expect(session.provider({ namespace: 'eip155' })).toEqual({ wallet: 'one', namespace: 'eip155' })
    expect(wallet.listeners).toBe(1)
  })

  it('nor of a wallet connected as a whole, of which it is a part', async () => {
    const { wallet, answer } = lateRestore('one', '0xnew')
    const solana = fakeWallet({
      id: 'two',
      name: 'one',
      accounts: [fakeAccount('solana:1', 'So')],
      answers,
    })
    const namespaces = ['eip155', 'solana'].map((id) => fakeNamespace(id))
    const whole = spanningId([wallet.connector, solana.connector])
    const storage = stored('one')
    const app = appWith({ wallets: [wallet, solana], namespaces, storage })
    await app.kernel.start()
    await settle()
    await app.session.connect({ connectorId: whole })
    answer()
    await settle()
    expect(app.session.state.connections.map(({ id }) => id)).toEqual([whole])
    const { connections } = JSON.parse(storage.values.get('latchkey:session') ?? '{}')
    expect(connections).toMatchObject([{ connectorId: whole }])
  })
})

describe('a wallet whose release throws', () => {
  async function connected(...ids: readonly string[]) {
    const wallets = ids.map((id) => makeWallet(id))
    const app = appWith({ wallets })
    await app.kernel.start()
    for (const id of ids) {
      await app.session.connect({ connectorId: id })
      Object.assign(app.session.connection(id) as object, {
        release: () => {
          throw new Error('fault of the plugin')
        },
      })
    }
    return { ...app, wallets }
  }

  it('is disconnected all the same', async () => {
    const { session, statuses, wallets } = await connected('one')
    await session.disconnect()
    expect([statuses(), wallets[0]?.asked]).toEqual([{ eip155: 'disconnected' }, ['connect', 'disconnect']])
  })

  it('can be connected again', async () => {
    const { session, statuses } = await connected('one')
    await session.connect({ connectorId: 'one' })
    expect([statuses(), session.state.connections.length]).toEqual([{ eip155: 'connected' }, 1])
  })

  it('does not keep the others from being released when the kernel is disposed', async () => {
    const { kernel, session, wallets } = await connected('one', 'two')
    const released: string[] = []
    Object.assign(session.connection('two') as object, { release: () => void released.push('two') })
    await kernel.dispose()
    expect(released).toEqual(['two'])
    expect(wallets).toHaveLength(2)
  })
})

describe('disconnecting one namespace', () => {
  it('gives up what is connecting there', async () => {
    const wallet = makeWallet('one')
    wallet.answer({ connect: 'hang' })
    const { kernel, session, statuses } = appWith({ wallets: [wallet] })
    await kernel.start()
    const attempt = codeOf(session.connect({ connectorId: 'one' }))
    await settle()
    await session.disconnect({ namespace: 'eip155' })
    expect([await attempt, statuses()]).toEqual(['REQUEST_ABORTED', { eip155: 'disconnected' }])
  })

  it('gives up the session that is being taken up there, and forgets it', async () => {
    const wallet = makeWallet('one')
    wallet.answer({ restore: 'hang' })
    const storage = stored('one')
    const { kernel, session, statuses } = appWith({ wallets: [wallet], storage })
    await kernel.start()
    await settle()
    expect(statuses()).toEqual({ eip155: 'reconnecting' })
    await session.disconnect({ namespace: 'solana' })
    expect(statuses()).toEqual({ eip155: 'reconnecting' })
    await session.disconnect({ namespace: 'eip155' })
    expect(statuses()).toEqual({ eip155: 'disconnected' })
    expect(JSON.parse(storage.values.get('latchkey:session') ?? '{}')).toMatchObject({ connections: [] })
  })
})

describe('what is asked of the session before the kernel is started', () => {
  it('leaves the stored sessions to be taken up', async () => {
    const values = new Map<string, string>([
      [
        'latchkey:session',
        JSON.stringify({ connections: [{ connectorId: 'one', namespaces: ['eip155'] }], active: {} }),
      ],
    ])
    const page = {
      localStorage: {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      },
      addEventListener: () => {},
      removeEventListener: () => {},
    }
    Object.assign(globalThis, { window: page })
    try {
      const app = appWith({ wallets: [makeWallet('one')], storage: undefined as never })
      await app.networks.switch('solana:1')
      await app.kernel.start()
      await settle()
      expect(app.statuses()).toMatchObject({ eip155: 'connected' })
      expect(app.session.state.activeNamespace).toBe('solana')
      await app.kernel.dispose()
    } finally {
      Reflect.deleteProperty(globalThis, 'window')
    }
  })
})
