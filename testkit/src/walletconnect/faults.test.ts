import type { RelayFaults } from '@latchkey/devstack/relay'
import { verifyMessage } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { Pair } from './pair.testing.js'
import { ethereum, startPair } from './pair.testing.js'

/** Session request and its answer. */
const request = 1108
const answer = 1109

/**
 * What each switch does to two signatures asked for at once. The client libraries recover from all of
 * these alone; how (and after how long) is in docs/decisions/walletconnect-client.md.
 */
const faults: readonly [name: string, faults: RelayFaults][] = [
  ['delay of everything', { delay: { milliseconds: 400 } }],
  ['every push twice', { duplicate: true }],
  ['every push five times', { duplicate: { copies: 5 } }],
  ['requests and answers in reverse', { reorder: true }],
  ['a refused request', { refuse: { tags: [request], times: 1 } }],
  ['a refused answer', { refuse: { tags: [answer], times: 1 } }],
  ['a request lost before the relay kept it', { drop: { at: 'publish', tags: [request], times: 1 } }],
  ['an answer lost before the relay kept it', { drop: { at: 'publish', tags: [answer], times: 1 } }],
  ['a socket closed instead of answering the request', { close: { tags: [request], times: 1 } }],
  ['a socket closed instead of answering the answer', { close: { tags: [answer], times: 1 } }],
  ['a socket closed as the request arrives', { close: { when: 'push', tags: [request], times: 1 } }],
  ['a socket closed as the answer arrives', { close: { when: 'push', tags: [answer], times: 1 } }],
  ['all at once', { delay: { milliseconds: 100 }, duplicate: true, reorder: true, refuse: { times: 1 } }],
]

const patience = { timeout: 20_000 }

const messages = ['first message', 'second message'] as const

function sign({ dapp, address }: Pair, message: string): Promise<`0x${string}`> {
  const hex = `0x${Buffer.from(message).toString('hex')}`
  return dapp.request({ method: 'personal_sign', params: [hex, address(ethereum)] }, ethereum)
}

async function expectSigned(pair: Pair, signatures: readonly `0x${string}`[]): Promise<void> {
  const address = pair.address(ethereum) as `0x${string}`
  for (const [index, signature] of signatures.entries()) {
    expect(await verifyMessage({ address, message: messages[index] ?? '', signature })).toBe(true)
  }
  await vi.waitFor(() => expect(requestsAnswered(pair)).toHaveLength(signatures.length), patience)
  expect(new Set(requestsAnswered(pair).map(({ id }) => id)).size).toBe(signatures.length)
  expect(pair.wallet.pending).toEqual([])
  expect(pair.wallet.errors).toEqual([])
}

function requestsAnswered({ wallet }: Pair) {
  return wallet.answers.filter(({ kind }) => kind === 'request')
}

async function withPair(options: Parameters<typeof startPair>[0], use: (pair: Pair) => Promise<void>) {
  const pair = await startPair(options)
  try {
    await use(pair)
  } finally {
    await pair.stop()
  }
}

describe('a session over a relay that misbehaves', () => {
  it.concurrent.each(faults)('loses and doubles no answer: %s', (_name, switches) =>
    withPair({}, async (pair) => {
      await pair.connect()
      pair.relay.setFaults(switches)
      await expectSigned(pair, await Promise.all(messages.map((message) => sign(pair, message))))
    }),
  )

  it.concurrent.each<[string, RelayFaults]>([
    ['twice', { duplicate: true }],
    ['late', { delay: { milliseconds: 300 } }],
    ['in reverse', { reorder: true }],
  ])('pairs once when everything arrives %s', (_name, switches) =>
    withPair({ faults: switches }, async (pair) => {
      await pair.connect()
      expect(pair.wallet.sessions).toHaveLength(1)
      expect(pair.wallet.answers.filter(({ kind }) => kind === 'proposal')).toHaveLength(1)
      await expectSigned(pair, [await sign(pair, messages[0])])
    }),
  )

  it.concurrent.each([
    ['request', request],
    ['answer', answer],
  ])('gets a missed %s when the socket is opened again', (_name, tag) =>
    withPair({}, async (pair) => {
      await pair.connect()
      pair.relay.setFaults({ drop: { tags: [tag], times: 1 } })
      const signature = sign(pair, messages[0])
      await vi.waitFor(() => expect(pair.relay.stats().dropped[tag]).toBe(1), patience)
      pair.relay.closeSockets()
      await expectSigned(pair, [await signature])
    }),
  )

  it.concurrent('asks again when connections are refused for a while', () =>
    withPair({}, async (pair) => {
      await pair.connect()
      pair.relay.setFaults({ refuse: { what: 'connection', times: 2 } })
      pair.relay.closeSockets()
      const signature = sign(pair, messages[0])
      await expectSigned(pair, [await signature])
      expect(pair.relay.stats().refused).toBe(2)
    }))

  it.concurrent.each(['keep', 'lose'] as const)('goes on after a restart of the relay (state: %s)', (state) =>
    withPair({}, async (pair) => {
      await pair.connect()
      await pair.relay.pause()
      const early = sign(pair, messages[0])
      await pair.relay.resume(state)
      await expectSigned(pair, [await early, await sign(pair, messages[1])])
    }),
  )

  it.concurrent('keeps a request for a wallet that is away while the relay restarts', () =>
    withPair({ policies: { proposal: 'approve', request: 'queue' } }, async (pair) => {
      await pair.connect()
      const signature = sign(pair, messages[0])
      const waiting = await pair.wallet.next('request')
      await pair.relay.restart('lose')
      await waiting.approve()
      await expectSigned(pair, [await signature])
    }))
})
