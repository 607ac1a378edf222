// A wallet of a session that changes accounts and network in forms of its own, tells it twice, or tells rubbish in between.
import { EventEmitter } from 'node:events'
import { fakeNamespace } from '@latchkey/kernel/testing'
import type { ConnectionChange } from '@latchkey/kernel/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lifeBounds } from '../../../kernel/test/attack.js'
import { createLiveSession } from './lazy/createLiveSession.js'
import { followSession } from './lazy/followSession.js'

const topic = '7'.repeat(64)
const addresses = ['0xa', '0xb', '0xc']
const networks = ['1', '10']
const log = { debug() {}, info() {}, warn() {}, error() {} }

interface Life {
  accounts: readonly string[]
  network: string
  isOver: boolean
}

const settled = (accounts: readonly string[]) => ({
  eip155: {
    accounts: networks.flatMap((id) => accounts.map((address) => `eip155:${id}:${address}`)),
    methods: ['personal_sign'],
    events: ['accountsChanged', 'chainChanged'],
  },
})

/** A session as the client library keeps it, and what the kernel is told of it. */
function open(life: Life) {
  const events = new EventEmitter()
  const namespaces = () => [fakeNamespace('eip155', networks)]
  const changes: ConnectionChange[] = []
  const ends: unknown[] = []
  const options = {
    client: { events, session: { keys: [topic], get: () => ({ expiry: 1 }) } },
    session: { topic },
    request: { networkIds: ['eip155:1'], onChange: (change: ConnectionChange) => void changes.push(change) },
    adapters: new Map(),
    wallets: { chain: () => undefined },
    storage: { read: () => ({ topic, expiry: 1 }), write() {}, remove() {}, watch: () => () => {} },
    namespaces,
    log,
    stored: { topic },
  } as never
  const live = createLiveSession(options, settled(life.accounts), (reason) => void ends.push(reason))
  followSession(options, live)
  return { live, events, changes, ends }
}

type Bench = ReturnType<typeof open> & { readonly life: Life }
interface Step {
  readonly name: string
  run(bench: Bench): void
}

const send = ({ events }: Bench, kind: string, params: unknown, to = topic) =>
  events.emit(kind, { topic: to, id: 1, params })
const tell = (bench: Bench, name: string, data: unknown, chainId = `eip155:${bench.life.network}`) =>
  send(bench, 'session_event', { event: { name, data }, chainId })

const accountForms = [
  (list: readonly string[]) => list,
  (list: readonly string[]) => list.map((address) => `eip155:1:${address}`),
  (list: readonly string[]) => list.map((address) => ({ address })),
]
const networkForms = [
  Number,
  (id: string) => `0x${Number(id).toString(16)}`,
  (id: string) => `eip155:${id}`,
  () => undefined,
]
const times = fc.constantFrom(1, 2)

const steps = fc.oneof(
  fc.tuple(fc.shuffledSubarray(addresses, { minLength: 1 }), fc.constantFrom(...accountForms), times).map(
    ([list, form, count]): Step => ({
      name: `accounts ${list} as ${form}, ${count} times`,
      run(bench) {
        bench.life.accounts = list
        for (let time = 0; time < count; time += 1) {
          send(bench, 'session_update', { namespaces: settled(list) })
          tell(bench, 'accountsChanged', form(list))
        }
      },
    }),
  ),
  fc.tuple(fc.constantFrom(...networks), fc.constantFrom(...networkForms), times).map(
    ([id, form, count]): Step => ({
      name: `network ${id} as ${form}, ${count} times`,
      run(bench) {
        bench.life.network = id
        for (let time = 0; time < count; time += 1) tell(bench, 'chainChanged', form(id))
      },
    }),
  ),
  fc
    .tuple(
      fc.constantFrom('session_event', 'session_update'),
      fc.constantFrom<unknown>(
        null,
        {},
        { event: null },
        { namespaces: 7 },
        { namespaces: { eip155: [] } },
        {
          event: { name: 'accountsChanged', data: [] },
          chainId: 'eip155:1',
        },
      ),
    )
    .map(
      ([kind, params]): Step => ({
        name: `${kind} ${JSON.stringify(params)}`,
        run: (bench) => void send(bench, kind, params),
      }),
    ),
  fc.constantFrom<Step>(
    { name: 'accounts of a stranger', run: (bench) => void tell(bench, 'accountsChanged', ['0xdd']) },
    {
      name: 'a network that isn’t granted',
      run: (bench) => void tell(bench, 'chainChanged', 'eip155:77', 'eip155:77'),
    },
    {
      name: 'an end of another session',
      run: (bench) => void send(bench, 'session_delete', {}, '8'.repeat(64)),
    },
  ),
  {
    weight: 1,
    arbitrary: fc.constant<Step>({
      name: 'ends',
      run(bench) {
        bench.life.isOver = true
        send(bench, 'session_delete', {})
      },
    }),
  },
)

it('shows what the wallet of a session says, whatever it tells and in what form, and ends once', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 2, maxLength: 14 }), (list) => {
      const life: Life = { accounts: [addresses[0] as string], network: '1', isOver: false }
      const bench: Bench = { ...open(life), life }
      for (const step of list) {
        const [before, wasOver] = [bench.changes.length, life.isOver]
        step.run(bench)
        const { accounts, networks: current } = bench.live.view()
        if (wasOver) expect(bench.changes).toHaveLength(before)
        else if (!life.isOver) {
          expect([accounts[0]?.address, current['eip155']]).toEqual([
            life.accounts[0],
            `eip155:${life.network}`,
          ])
          const told = bench.changes.at(-1)
          if (told) expect(told).toMatchObject({ accounts, networks: current })
        }
        expect([bench.ends.length, bench.live.signal.aborted]).toEqual(life.isOver ? [1, true] : [0, false])
      }
      if (!life.isOver) bench.live.release()
      expect(bench.events.eventNames()).toEqual([])
    }),
    lifeBounds(1_000),
  )
}, 1_800_000)
