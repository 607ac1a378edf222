import { capability, type NetworkRequest, RequestNetwork, findCapability } from '@latchkey/kernel/contracts'
import type { Token } from '@latchkey/kernel/plugin'
import { fakeClock, fakeNamespace } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { askForNetwork } from './askForNetwork.js'
import type { SessionAccess } from './SessionAccess.js'
import { viewSession } from './sessionState.js'

const wanted = 'eip155:2'

/** A session on one network, whose wallet agrees to everything; `grant` gives it the second. */
function session(methods: readonly string[], request?: (given: NetworkRequest) => Promise<void>) {
  const clock = fakeClock()
  const over = new AbortController()
  const asked: string[] = []
  const ways = {
    methods: ['select', 'add'],
    request: request ?? ((given) => given.ask({ method: 'select', params: [] }).then(() => undefined)),
  }
  const namespace = fakeNamespace('eip155', ['1', '2'], { capabilities: [capability(RequestNetwork, ways)] })
  const wallets = { chain: <T>(_: string, token: Token<T>) => findCapability(namespace.capabilities, token) }
  const listeners = new Set<(ended: boolean) => void>()
  const read = (accounts: readonly string[]) =>
    viewSession({
      granted: { eip155: { accounts, methods, events: [] } },
      current: {},
      wished: new Map(),
      first: new Map(),
      preferred: [],
      namespaces: [namespace],
      wallets,
      kindOf: () => 'eoa',
    })
  let view = read(['eip155:1:abc'])
  const access: SessionAccess = {
    walletName: 'Wallet',
    properties: {} as never,
    view: () => view,
    ask: async (networkId, method) => void asked.push(`${method} on ${networkId}`),
    switchNetwork: async () => {},
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const start = () =>
    askForNetwork({ networkId: wanted, session: access, wallets, clock, signal: over.signal })
  return {
    clock,
    over,
    asked,
    listeners,
    start,
    grant(account = 'eip155:2:abc') {
      view = read(['eip155:1:abc', account])
      for (const listener of [...listeners]) listener(false)
    },
  }
}

type Session = ReturnType<typeof session>
/** Nothing of the wait is left. */
const expectQuiet = ({ clock, listeners }: Session) => expect([clock.pending, listeners.size]).toEqual([0, 0])

it('waits ten seconds after the wallet agreed, and not longer', async () => {
  const waiting = session(['select'])
  const attempt = waiting.start()
  const failure = expect(attempt).rejects.toMatchObject({ code: 'NETWORK_SWITCH_UNCONFIRMED' })
  await expect.poll(() => waiting.clock.pending).toBe(1)
  expect(waiting.asked).toEqual(['select on eip155:1'])
  waiting.clock.advance(9_999)
  expect([waiting.clock.pending, waiting.listeners.size]).toEqual([1, 1])
  waiting.clock.advance(1)
  await failure
  expectQuiet(waiting)
})

it('is done when the network is granted, and not by one without a sound account', async () => {
  const waiting = session(['select'])
  const attempt = waiting.start()
  await expect.poll(() => waiting.listeners.size).toBe(1)
  waiting.grant('eip155:2:no address')
  expect(waiting.listeners.size).toBe(1)
  waiting.grant()
  await attempt
  expectQuiet(waiting)
})

it('waits for nothing when the network was granted before the wallet answered', async () => {
  const granted: Session = session(['select'], async () => granted.grant())
  await granted.start()
  expectQuiet(granted)
})

it('ends with the session', async () => {
  const waiting = session(['select'])
  const attempt = waiting.start()
  const reason = new Error('over')
  const failure = expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: reason })
  await expect.poll(() => waiting.listeners.size).toBe(1)
  waiting.over.abort(reason)
  await failure
  expectQuiet(waiting)
})

it('says three seconds after adding whether the wallet went there by itself', async () => {
  const answers: boolean[] = []
  const added = session(['add'], async ({ isThere, allows }) => {
    expect([allows('select'), allows('add')]).toEqual([false, true])
    answers.push(await isThere())
    added.grant()
    answers.push(await isThere())
  })
  const attempt = added.start()
  await expect.poll(() => added.clock.pending).toBe(1)
  added.clock.advance(3_000)
  await attempt
  expect(answers).toEqual([false, true])
  expectQuiet(added)
})

it('asks nothing of a wallet that approved no method for it', async () => {
  const fixed = session(['personal_sign'])
  await expect(fixed.start()).rejects.toMatchObject({ code: 'NETWORK_NOT_APPROVED' })
  expect(fixed.asked).toEqual([])
})
