// The real client library over the local relay.
import { type Relay, startRelay } from '@latchkey/devstack/relay'
import { type Clock, isKernelError } from '@latchkey/kernel/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newDevice } from '../../test/startBench.js'
import { createNeeds, type Needs } from './createNeeds.js'
import { type OpenedClient, openClient } from './openClient.js'

const clock: Clock = {
  now: Date.now,
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (handle) => clearTimeout(handle),
}
const patience = { timeout: 40_000 }
const app = { name: 'App', description: 'App', url: 'http://localhost', icons: [] }
const proposal = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }

const ignore = () => {}

let relay: Relay
let opened: OpenedClient
let needs: Needs
let done: () => void
beforeEach(async () => {
  needs = createNeeds()
  done = needs.take()
  relay = await startRelay()
  const storage = newDevice().clientStorage
  opened = await openClient({ relayUrl: relay.url, storage }, app, crypto.randomUUID(), needs, {
    clock,
    onDropped: ignore,
  })
})
afterEach(async () => {
  await opened.close()
  await relay.stop()
})

/** The topic of a pairing that the client is subscribed to. */
async function pair(): Promise<string> {
  const { uri = '', approval } = await opened.client.connect({ optionalNamespaces: proposal })
  approval().catch(() => undefined)
  return uri.slice('wc:'.length, uri.indexOf('@'))
}

function turnAway(): void {
  relay.setFaults({ refuse: { what: 'connection' } })
  relay.closeSockets()
}

describe('a client whose relay turns it away', () => {
  it('tries again at the pace of the library and not as fast as it can', async () => {
    const topic = await pair()
    await opened.client.core.relayer.transportClose()
    turnAway()
    const told = opened.client.core.pairing.disconnect({ topic })
    // The library waits one second after the first attempt, two after the second.
    await expect.poll(() => relay.stats().refused, patience).toBeGreaterThanOrEqual(3)
    expect(relay.stats().refused).toBeLessThan(10)
    relay.setFaults({})
    await told
    await expect.poll(() => opened.client.core.relayer.connected, patience).toBe(true)
  })

  it('stays closed once it is closed, whatever is still asked of it', async () => {
    const topic = await pair()
    turnAway()
    await opened.close()
    const { refused, accepted } = relay.stats()
    await expect(opened.client.core.relayer.transportOpen()).rejects.toThrow('is closed')
    const asked = opened.client.core.relayer.request({ method: 'irn_subscribe', params: { topic } })
    await expect(asked).rejects.toThrow('is closed')
    opened.client.core.pairing.disconnect({ topic }).catch(() => undefined)
    relay.setFaults({})
    const other = await openClient(
      { relayUrl: relay.url, storage: newDevice().clientStorage },
      app,
      crypto.randomUUID(),
      needs,
      { clock, onDropped: ignore },
    )
    await other.client.connect({ optionalNamespaces: proposal })
    expect(relay.stats()).toMatchObject({ refused, accepted: accepted + 1 })
    await other.close()
    await expect.poll(() => relay.stats().sockets).toBe(0)
  })

  it('leaves no socket when it is closed while one is being opened', async () => {
    await pair()
    await opened.client.core.relayer.transportClose()
    await expect.poll(() => relay.stats().sockets).toBe(0)
    const { accepted } = relay.stats()
    opened.client.core.relayer.transportOpen().catch(() => undefined)
    await opened.close()
    await expect.poll(() => relay.stats().sockets).toBe(0)
    expect(relay.stats().accepted - accepted).toBeLessThanOrEqual(1)
    expect(opened.client.core.relayer.connected).toBe(false)
  })

  it('dials no more once nothing needs it, and is there again when something does', async () => {
    await pair()
    turnAway()
    await expect.poll(() => relay.stats().refused, patience).toBeGreaterThanOrEqual(1)
    done()
    // An attempt that was on its way when the need ended may still arrive.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const { refused } = relay.stats()
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    expect(relay.stats().refused).toBe(refused)
    relay.setFaults({})
    done = needs.take()
    await expect.poll(() => opened.client.core.relayer.connected, patience).toBe(true)
  })
})

describe('a client whose relay the security policy of the page blocks', () => {
  let page: EventTarget
  let blocked: OpenedClient
  beforeEach(async () => {
    page = new EventTarget()
    vi.stubGlobal('document', page)
    const storage = newDevice().clientStorage
    blocked = await openClient({ relayUrl: relay.url, storage }, app, crypto.randomUUID(), needs, {
      clock,
      onDropped: ignore,
    })
  })
  afterEach(async () => {
    await blocked.close()
    vi.unstubAllGlobals()
  })

  const report = (blockedURI: string, disposition = 'enforce') =>
    page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI, disposition }))
  const codeOf = (promise: Promise<never>) =>
    promise.catch((error: unknown) => (isKernelError(error) ? error.code : 'UNKNOWN'))

  it('says RELAY_BLOCKED to who waits, and to who asks later, and dials no more', async () => {
    const { refused } = blocked.refusals.next()
    report(`${relay.url}/?auth=secret`)
    expect(await codeOf(refused)).toBe('RELAY_BLOCKED')
    expect(await codeOf(blocked.refusals.next().refused)).toBe('RELAY_BLOCKED')
    expect(blocked.refusals.blocked?.message).not.toContain('secret')
    const { accepted } = relay.stats()
    await blocked.client.core.relayer.transportOpen().catch(() => undefined)
    expect(blocked.client.core.relayer.connected).toBe(false)
    expect(relay.stats().accepted).toBe(accepted)
  })

  it.each([
    ['that only reports', () => report(relay.url, 'report')],
    ['about another host', () => report('wss://elsewhere.example')],
    ['about inline code', () => report('inline')],
  ])('does not heed a policy %s', async (_, tell) => {
    const { refused, stop } = blocked.refusals.next()
    tell()
    expect(blocked.refusals.blocked).toBeUndefined()
    expect(await Promise.race([codeOf(refused), Promise.resolve('waits')])).toBe('waits')
    stop()
  })

  it('hears nothing once it is closed', async () => {
    await blocked.close()
    report(relay.url)
    expect(blocked.refusals.blocked).toBeUndefined()
  })
})

describe('what nobody encrypted', () => {
  const ping = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} })
  const envelope = (type: number) =>
    Buffer.concat([Buffer.from([type]), Buffer.from(ping)]).toString('base64')

  it.each([2, 3, 8, 255])('is not decoded whatever way it comes: an envelope of type %i', async (type) => {
    const topic = await pair()
    await expect(opened.client.core.crypto.decode(topic, envelope(type))).rejects.toThrow('nobody encrypted')
  })

  it('is dropped before it is stored, and counted', async () => {
    await opened.close()
    const counts: number[] = []
    const storage = newDevice().clientStorage
    const onDropped = (count: number) => void counts.push(count)
    const rules = { clock, onDropped }
    opened = await openClient({ relayUrl: relay.url, storage }, app, crypto.randomUUID(), needs, rules)
    const topic = await pair()
    await expect.poll(() => relay.stats().calls['wc_proposeSession'] ?? 0, patience).toBeGreaterThan(0)
    relay.inject({ topic, message: envelope(2), tag: 1114 })
    relay.inject({ topic, message: ping, tag: 1114 })
    await expect.poll(() => counts, patience).toEqual([1, 2])
    expect(opened.client.core.relayer.messages.get(topic)).toEqual({})
  })
})
