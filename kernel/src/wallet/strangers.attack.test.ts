// Storage that misbehaves in every member, and connectors that do so as objects. After each attack the kernel has started,
// a sound wallet can be connected and left, nobody was asked for what the person did not want, and no fault is uncaught.
import { expect, it } from 'vitest'
import { appWith, settle } from '../../test/appWith.js'
import { watchFaults } from '../../test/attack.js'
import { Connector, type ConnectorContribution } from '../contracts/points/connector.js'
import { definePlugin } from '../engine/definePlugin.js'
import { isKernelError } from '../errors/base.js'
import { fakeAccount, fakeStorage, fakeWallet } from '../testing/index.js'

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
const trap = () =>
  new Proxy(() => {}, { get: fault, has: fault, apply: fault, ownKeys: fault, getPrototypeOf: fault })
const deepFault = (): never => {
  throw trap()
}
const answers = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const

const strangerOf = (connector: object) =>
  definePlugin({
    id: 'stranger',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, connector as ConnectorContribution),
  })

interface Attack {
  readonly storage?: unknown
  readonly stranger?: object
}

async function survive({ storage = fakeStorage(), stranger }: Attack): Promise<void> {
  const { faults, stop } = watchFaults()
  const sound = fakeWallet({ id: 'sound', accounts: [fakeAccount('eip155:1', 'aaa')], answers })
  const plugins = stranger ? [strangerOf(stranger)] : []
  const { kernel, session, clock, eventIds } = appWith({
    wallets: [sound],
    plugins,
    storage: storage as never,
  })
  await kernel.start()
  await settle()
  clock.advance(20_000)
  await settle()
  expect(sound.asked).toEqual([])
  await session.connect({ connectorId: 'sound' })
  expect(session.state.connections.map(({ id }) => id)).toEqual(['sound'])
  if (stranger && kernel.list(Connector).length > 1) {
    const work = session.connect({ connectorId: 'stranger' }).then(
      () => undefined,
      (error: unknown) => error,
    )
    await settle()
    clock.advance(20_000)
    const outcome = await Promise.race([work, settle()])
    expect(outcome === undefined || isKernelError(outcome)).toBe(true)
  }
  const leaving = session.disconnect().then(
    () => undefined,
    (error: unknown) => error,
  )
  await settle()
  clock.advance(60_000)
  const left = await Promise.race([leaving, settle()])
  expect(left === undefined || isKernelError(left)).toBe(true)
  expect(session.state.connections).toEqual([])
  expect(sound.asked).toEqual(['connect', 'disconnect'])
  expect(eventIds().filter((id) => id === 'SWITCH_NETWORK')).toEqual([])
  await kernel.dispose()
  await settle()
  stop()
  expect(faults).toEqual([])
}

const ways: readonly (readonly [name: string, value: (sound: unknown) => PropertyDescriptor])[] = [
  ['throws when it is read', () => ({ get: fault })],
  ['throws what cannot be looked at when it is read', () => ({ get: deepFault })],
  ['throws when it is called', () => ({ value: fault })],
  ['throws what cannot be looked at when it is called', () => ({ value: deepFault })],
  ['answers nothing', () => ({ value: () => undefined })],
  ['answers what cannot be looked at', () => ({ value: trap })],
  ['answers a number', () => ({ value: () => 7 })],
  ['answers a promise that fails', () => ({ value: () => Promise.reject(new Error('later')) })],
]

const storages = ['get', 'set', 'remove', 'subscribe'].flatMap((member) =>
  ways.map(([way, describe]) => [member, way, describe] as const),
)
it.each(storages)('a storage whose `%s` %s breaks nothing', async (member, _, describe) => {
  const storage = fakeStorage()
  const value = storage[member as keyof typeof storage]
  Object.defineProperty(storage, member, { configurable: true, ...describe(value) })
  await survive({ storage })
})

const odd: readonly (readonly [name: string, change: (storage: ReturnType<typeof fakeStorage>) => object])[] =
  [
    ['that answers another text each time', () => ({ get: () => `${Math.random()}` })],
    ['that answers a text without end', () => ({ get: () => '['.repeat(2_000_000) })],
    ['that answers a deep list', () => ({ get: () => '['.repeat(200_000) + ']'.repeat(200_000) })],
    ['that answers its own prototype', () => ({ get: () => '{"__proto__":{"connections":[]}}' })],
    ['that forgets what it is told', () => ({ set: () => {} })],
    [
      'that tells of every key at once while it is written',
      () => {
        let tell = (_: string) => {}
        return {
          subscribe(listener: (key: string) => void) {
            tell = listener
            return () => {}
          },
          set: () => ['latchkey:session', 'latchkey:networks', '', '__proto__'].forEach(tell),
        }
      },
    ],
    [
      'that tells of keys that are none',
      () => ({
        subscribe(listener: (key: unknown) => void) {
          for (const key of [undefined, null, 7, {}, trap()]) {
            try {
              listener(key)
            } catch {
              // Into its own code.
            }
          }
          return fault
        },
      }),
    ],
  ]
it.each(odd)('a storage %s breaks nothing', async (_, change) => {
  const storage = fakeStorage()
  await survive({ storage: Object.assign(storage, change(storage)) })
})

const connectors = [
  'name',
  'icon',
  'rdns',
  'namespaces',
  'group',
  'readiness',
  'prepare',
  'connect',
  'restore',
].flatMap((member) => ways.map(([way, describe]) => [member, way, describe] as const))
it.each(connectors)('a connector whose `%s` %s costs only itself', async (member, _, describe) => {
  const accounts = [fakeAccount('solana:1', 'bbb')]
  const { connector } = fakeWallet({ id: 'stranger', accounts, answers })
  const stranger = { ...connector }
  Object.defineProperty(stranger, member, { configurable: true, enumerable: true, ...describe(undefined) })
  await survive({ stranger })
})

const connections = [
  'accounts',
  'networks',
  'approvedNetworks',
  'wallet',
  'key',
  'provider',
  'disconnect',
  'release',
  'supports',
  'method',
  'switchNetwork',
].flatMap((member) => ways.map(([way, describe]) => [member, way, describe] as const))
it.each(connections)('a connection whose `%s` %s costs only itself', async (member, _, describe) => {
  const accounts = [fakeAccount('solana:1', 'bbb')]
  const { connector } = fakeWallet({ id: 'stranger', accounts, answers })
  const stranger: ConnectorContribution = {
    ...connector,
    async connect(request) {
      const connection = await connector.connect(request)
      return Object.defineProperty(connection, member, {
        configurable: true,
        enumerable: true,
        ...describe(undefined),
      })
    },
  }
  await survive({ stranger })
})
