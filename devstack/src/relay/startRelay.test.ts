import { createPrivateKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { relay as relayCommand } from '../commands/relay.js'
import type { RelayOptions } from './startRelay.js'
import { startRelay } from './startRelay.js'

const topic = 'a'.repeat(64)
const other = 'b'.repeat(64)
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function relayFor(options?: RelayOptions) {
  const relay = await startRelay(options)
  cleanups.push(relay.stop)
  return relay
}

/** A token signed by the ed25519 key that `seed` repeats 32 times. */
function tokenFor(seed: number, audience: string, issuedAt = Math.floor(Date.now() / 1000)): string {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const x = Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iss = `did:key:z${base58.encode(Uint8Array.from([0xed, 0x01, ...x]))}`
  const claims = { iss, sub: 'x', aud: audience, iat: issuedAt, exp: issuedAt + 3600 }
  const body = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`
}

interface Push {
  id: number
  message: string
}

/** A bare client: numbered calls, a list of the pushes it got, acknowledgements on demand. */
async function clientFor(url: string, seed: number, { acknowledge = true, query = '' } = {}) {
  const socket = new WebSocket(`${url}/?auth=${tokenFor(seed, url)}&projectId=test${query}`)
  cleanups.push(() => socket.terminate())
  const pushes: Push[] = []
  const answers = new Map<number, (frame: any) => void>()
  let id = 0
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString())
    if (frame.method !== 'irn_subscription') return answers.get(frame.id)?.(frame)
    pushes.push({ id: frame.id, message: frame.params.data.message })
    if (acknowledge) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    socket,
    pushes,
    closed,
    messages: () => pushes.map((push) => push.message),
    call(method: string, params: object): Promise<any> {
      id += 1
      const answer = new Promise((resolve) => answers.set(id, resolve))
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      return answer
    },
  }
}

const published = (message: string, extra: object = {}) => ({ topic, message, ttl: 300, tag: 1108, ...extra })
const until = async (condition: () => boolean) => expect.poll(condition, { timeout: 5_000 }).toBe(true)

describe('startRelay', () => {
  it('carries a message to every other subscriber and never back to its sender', async () => {
    const relay = await relayFor()
    const [dapp, wallet, second] = await Promise.all([1, 2, 3].map((seed) => clientFor(relay.url, seed)))
    for (const client of [dapp!, wallet!, second!]) await client.call('irn_subscribe', { topic })
    expect((await dapp!.call('irn_publish', published('one'))).result).toBe(true)
    await until(() => wallet!.pushes.length === 1 && second!.pushes.length === 1)
    await until(() => relay.stats().acknowledged[1108] === 2)
    expect(dapp!.pushes).toEqual([])
    expect(relay.stats()).toMatchObject({ sockets: 3, clients: 3, subscriptions: 3, waiting: 1 })
    expect(relay.stats().published).toEqual({ 1108: 1 })
  })

  it('keeps a message for a client that comes later, until it is acknowledged', async () => {
    const relay = await relayFor()
    const dapp = await clientFor(relay.url, 1)
    await dapp.call('irn_publish', published('early'))
    const silent = await clientFor(relay.url, 2, { acknowledge: false })
    await silent.call('irn_subscribe', { topic })
    await until(() => silent.pushes.length === 1)
    silent.socket.terminate()
    await silent.closed

    const again = await clientFor(relay.url, 2)
    await again.call('irn_batchSubscribe', { topics: [topic, other] })
    await until(() => relay.stats().acknowledged[1108] === 1)
    expect(again.messages()).toEqual(['early'])

    const third = await clientFor(relay.url, 2)
    await third.call('irn_subscribe', { topic })
    expect((await third.call('irn_fetchMessages', { topic })).result.messages).toEqual([])
    expect(third.pushes).toEqual([])
  })

  it('drops a message when its time to live ends', async () => {
    let ahead = 0
    const relay = await relayFor({ now: () => Date.now() + ahead })
    const dapp = await clientFor(relay.url, 1)
    await dapp.call('irn_publish', published('short', { ttl: 5 }))
    const wallet = await clientFor(relay.url, 2)
    const fetch = () => wallet.call('irn_batchFetchMessages', { topics: [topic] })
    expect((await fetch()).result.messages).toMatchObject([{ topic, message: 'short', tag: 1108 }])
    ahead = 5_001
    expect((await fetch()).result).toEqual({ messages: [], hasMore: false })
  })

  it('publishes batches, stops after unsubscribing and counts a retried publish once', async () => {
    const relay = await relayFor()
    const [dapp, wallet] = await Promise.all([1, 2].map((seed) => clientFor(relay.url, seed)))
    const { result: id } = await wallet!.call('irn_subscribe', { topic })
    await dapp!.call('irn_batchPublish', { messages: [published('one'), published('two')] })
    await dapp!.call('irn_publish', published('one'))
    await until(() => wallet!.pushes.length === 2)
    expect((await wallet!.call('irn_unsubscribe', { topic, id })).result).toBe(true)
    await wallet!.call('irn_batchUnsubscribe', { subscriptions: [{ topic, id }] })
    await dapp!.call('irn_publish', published('three'))
    await wallet!.call('irn_fetchMessages', { topic: other })
    expect(wallet!.messages()).toEqual(['one', 'two'])
  })

  it('answers the two session shortcuts by subscribing the caller and publishing for it', async () => {
    const relay = await relayFor()
    const [dapp, wallet] = await Promise.all([1, 2].map((seed) => clientFor(relay.url, seed)))
    await dapp!.call('wc_proposeSession', { pairingTopic: topic, sessionProposal: 'propose', ttl: 300 })
    await wallet!.call('irn_subscribe', { topic })
    await until(() => wallet!.messages().includes('propose'))
    const texts = { sessionProposalResponse: 'yes', sessionSettlementRequest: 'settle' }
    await wallet!.call('wc_approveSession', { sessionTopic: other, pairingTopic: topic, ...texts, ttl: 300 })
    await dapp!.call('irn_subscribe', { topic: other })
    await until(() => dapp!.pushes.length === 2)
    expect(dapp!.messages()).toEqual(['yes', 'settle'])
    expect(relay.stats().published).toEqual({ 1100: 1, 1101: 1, 1102: 1 })
  })

  it('refuses what it does not know', async () => {
    const relay = await relayFor()
    const client = await clientFor(relay.url, 1)
    const answers = await Promise.all([
      client.call('irn_unknown', {}),
      client.call('toString', {}),
      client.call('irn_publish', { topic: 'short', message: 'x', ttl: 1, tag: 1 }),
      client.call('irn_publish', published('', {})),
      client.call('irn_publish', published('x', { ttl: 2_592_001 })),
    ])
    expect(answers.map((answer) => answer.error)).toMatchSnapshot()
    client.socket.send('not json')
    expect(await client.closed).toBe(1007)
  })

  it.each([
    ['another audience', 'ws://relay.example', 0, 'RELAY_AUTH_AUDIENCE'],
    ['a clock ahead', undefined, 3600, 'JWT validation error: JWT Token is not yet valid'],
  ])(
    'turns away a client with %s, by close code when asked and by status otherwise',
    async (_, audience, skew, said) => {
      const relay = await relayFor()
      const token = tokenFor(1, audience ?? relay.url, Math.floor(Date.now() / 1000) + skew)
      const asking = new WebSocket(`${relay.url}/?auth=${token}&useOnCloseEvent=true`)
      const [code, reason] = await new Promise<[number, Buffer]>((resolve) =>
        asking.once('close', (...args) => resolve(args)),
      )
      expect(code).toBe(3000)
      expect(reason.toString()).toBe(said)
      const plain = new WebSocket(`${relay.url}/?auth=${token}`)
      await expect(new Promise((_, reject) => plain.once('error', reject))).rejects.toThrow('401')
      expect(relay.stats()).toMatchObject({ refused: 2, accepted: 0, sockets: 0 })
    },
  )

  it('comes back on the same port with its mailboxes, or without', async () => {
    const relay = await relayFor()
    const dapp = await clientFor(relay.url, 1)
    await dapp.call('irn_publish', published('kept'))
    await relay.restart('keep')
    await dapp.closed
    const wallet = await clientFor(relay.url, 2, { acknowledge: false })
    expect((await wallet.call('irn_fetchMessages', { topic })).result.messages).toHaveLength(1)
    await relay.pause()
    await expect(clientFor(relay.url, 2)).rejects.toThrow('ECONNREFUSED')
    await relay.resume('lose')
    const later = await clientFor(relay.url, 2)
    expect((await later.call('irn_fetchMessages', { topic })).result.messages).toEqual([])
  })

  it('says when its port is taken and when it was stopped', async () => {
    const relay = await relayFor()
    await expect(startRelay({ port: relay.port })).rejects.toMatchObject({ code: 'RELAY_PORT_TAKEN' })
    await relay.stop()
    await relay.stop()
    await expect(relay.resume()).rejects.toMatchObject({ code: 'RELAY_STOPPED' })
  })

  it('runs as a command', async () => {
    const lines: string[] = []
    const running = await relayCommand.run(['--port', '0'], { print: (line) => lines.push(line) })
    cleanups.push(running.stop)
    const url = /ws:\S+/.exec(lines.join('\n'))?.[0] as string
    const client = await clientFor(url, 1)
    expect((await client.call('irn_subscribe', { topic })).result).toMatch(/^[0-9a-f]{64}$/)
    await expect(relayCommand.run(['--port', 'x'], { print() {} })).rejects.toThrow()
  })
})

describe('fault switches', () => {
  async function pair(options?: RelayOptions) {
    const relay = await relayFor(options)
    const [dapp, wallet] = await Promise.all([1, 2].map((seed) => clientFor(relay.url, seed)))
    await wallet!.call('irn_subscribe', { topic })
    return { relay, dapp: dapp!, wallet: wallet! }
  }

  it('drop at push: the message is missed live and found by fetching', async () => {
    const { relay, dapp, wallet } = await pair({ faults: { drop: { tags: [1108], times: 1 } } })
    await dapp.call('irn_publish', published('lost'))
    await dapp.call('irn_publish', published('heard'))
    await until(() => wallet.pushes.length === 1)
    expect(wallet.messages()).toEqual(['heard'])
    expect(relay.stats().dropped).toEqual({ 1108: 1 })
    const { result } = await wallet.call('irn_fetchMessages', { topic })
    expect(result.messages.map((found: Push) => found.message)).toContain('lost')
  })

  it('drop at publish: neither kept nor answered', async () => {
    const { relay, dapp } = await pair({ faults: { drop: { at: 'publish', times: 1 } } })
    let answered = false
    void dapp.call('irn_publish', published('gone')).then(() => {
      answered = true
    })
    await dapp.call('irn_publish', published('kept'))
    expect(answered).toBe(false)
    expect(relay.stats()).toMatchObject({ waiting: 1, published: { 1108: 1 } })
  })

  it('delay: a later message overtakes', async () => {
    const { dapp, wallet } = await pair({ faults: { delay: { milliseconds: 100, times: 1 } } })
    await dapp.call('irn_publish', published('slow'))
    await dapp.call('irn_publish', published('fast'))
    await until(() => wallet.pushes.length === 2)
    expect(wallet.messages()).toEqual(['fast', 'slow'])
  })

  it('duplicate: the same message is pushed again under another id', async () => {
    const { dapp, wallet } = await pair({ faults: { duplicate: { copies: 3 } } })
    await dapp.call('irn_publish', published('twice'))
    await until(() => wallet.pushes.length === 3)
    expect(wallet.messages()).toEqual(['twice', 'twice', 'twice'])
    expect(new Set(wallet.pushes.map((push) => push.id)).size).toBe(3)
  })

  it('reorder: the last comes first, and an unfilled window is sent in the end', async () => {
    const { dapp, wallet } = await pair({ faults: { reorder: { window: 2, flushAfter: 20 } } })
    for (const text of ['one', 'two', 'three']) await dapp.call('irn_publish', published(text))
    await until(() => wallet.pushes.length === 3)
    expect(wallet.messages()).toEqual(['two', 'one', 'three'])
  })

  it('refuse: publish, subscribe and new connections, each on its own', async () => {
    const { relay, dapp } = await pair({ faults: { refuse: true } })
    expect((await dapp.call('irn_publish', published('no'))).error.code).toBe(-32000)
    expect((await dapp.call('irn_subscribe', { topic: other })).error).toBeUndefined()
    relay.setFaults({ refuse: { what: 'subscribe' } })
    expect((await dapp.call('irn_subscribe', { topic })).error.code).toBe(-32000)
    relay.setFaults({ refuse: { what: 'connection', times: 1 } })
    await expect(clientFor(relay.url, 3)).rejects.toThrow('503')
    await clientFor(relay.url, 3)
    relay.setFaults({})
    expect((await dapp.call('irn_publish', published('yes'))).result).toBe(true)
  })

  it('close before the answer: the message is kept all the same', async () => {
    const { relay, dapp, wallet } = await pair({ faults: { close: { times: 1 } } })
    void dapp.call('irn_publish', published('unanswered'))
    expect(await dapp.closed).toBe(1012)
    await until(() => wallet.messages().includes('unanswered'))
    const again = await clientFor(relay.url, 1)
    await again.call('irn_publish', published('unanswered'))
    await again.call('irn_publish', published('next'))
    await until(() => wallet.messages().includes('next'))
    expect(wallet.messages()).toEqual(['unanswered', 'next'])
  })

  it('close after the push: the receiver loses its socket', async () => {
    const { dapp, wallet } = await pair({ faults: { close: { when: 'push', times: 1, code: 4000 } } })
    await dapp.call('irn_publish', published('last words'))
    expect(await wallet.closed).toBe(4000)
    expect(wallet.messages()).toEqual(['last words'])
  })

  it('strikes only the topic it names, and hangs up on everybody when told', async () => {
    const { relay, dapp, wallet } = await pair({ faults: { drop: { topic: other } } })
    await dapp.call('irn_publish', published('through'))
    await until(() => wallet.pushes.length === 1)
    relay.closeSockets(1001)
    expect(await Promise.all([dapp.closed, wallet.closed])).toEqual([1001, 1001])
  })
})
