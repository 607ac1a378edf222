// What a host's server is sent by somebody else than its provider, or by its provider a second time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OnrampProviderStack, startOnramp } from './index.js'
import { signText } from './sessions.js'
import { createWebhookReader, type WebhookDelivery, webhookHeaders } from './webhooks.js'

const secret = 'of this provider'
const start = 1_790_000_000_000
const told: WebhookDelivery = { delivery: 'd1', id: 'order-1', state: 'delivered', transactionIds: ['0x1'] }
const body = JSON.stringify(told)

function open() {
  const clock = { now: start }
  return { clock, reader: createWebhookReader(secret, () => clock.now) }
}

describe('a delivery', () => {
  it('is told once, however often it is sent', () => {
    const { reader, clock } = open()
    const headers = webhookHeaders(secret, body, start)
    const answers = Array.from({ length: 100 }, () => reader.take(body, headers))
    expect(answers).toEqual([told, ...Array.from({ length: 99 }, () => 'again')])
    // Sent again by the provider, with a new time.
    clock.now += 200_000
    expect(reader.take(body, webhookHeaders(secret, body, clock.now))).toBe('again')
  })

  it.each([-300_001, 300_001])('of another time, %s ms off, is refused', (off) => {
    const { reader } = open()
    expect(reader.take(body, webhookHeaders(secret, body, start + off))).toBe('refused')
  })

  it('kept back and replayed is refused by its time', () => {
    const { reader, clock } = open()
    const headers = webhookHeaders(secret, body, start)
    expect(reader.take(body, headers)).toEqual(told)
    for (const later of [299_999, 300_000, 300_001, 10_000_000]) {
      clock.now = start + later
      expect(reader.take(body, headers), `${later}`).toBe(later > 300_000 ? 'refused' : 'again')
    }
  })

  it('sent again later is not new when that copy is kept back, too', () => {
    const { reader, clock } = open()
    expect(reader.take(body, webhookHeaders(secret, body, start))).toEqual(told)
    clock.now = start + 200_000
    const copy = webhookHeaders(secret, body, clock.now)
    expect(reader.take(body, copy)).toBe('again')
    for (const later of [300_001, 500_000]) {
      clock.now = start + later
      expect(reader.take(body, copy), `${later}`).toBe('again')
    }
    // A provider that goes on for days signs each copy with its own time.
    clock.now = start + 3 * 86_400_000
    expect(reader.take(body, webhookHeaders(secret, body, clock.now))).toBe('again')
  })

  const right = webhookHeaders(secret, body, start)
  const signature = right['x-signature'] as string
  const failed = body.replace('delivered', 'refunded')
  it.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
    ['by another provider’s key', body, webhookHeaders('of another provider', body, start)],
    ['whose body was changed', failed, right],
    ['whose time was changed', body, { ...right, 'x-timestamp': `${start + 1}` }],
    ['signed without its time', body, { ...right, 'x-signature': signText(secret, body) }],
    ['without a signature', body, { 'x-timestamp': `${start}` }],
    ['without a time', body, { 'x-signature': signature }],
    ['with a signature that is cut off', body, { ...right, 'x-signature': signature.slice(0, -1) }],
    ['with a signature that goes on', body, { ...right, 'x-signature': `${signature}0` }],
    ['with no signature at all in its place', body, { ...right, 'x-signature': '' }],
    ['with two signatures', body, { ...right, 'x-signature': [signature, signature] }],
    ['with a time that is none', body, webhookHeaders(secret, body, Number.NaN)],
  ])('%s is refused', (_, given, headers) => {
    const { reader } = open()
    expect(reader.take(given, headers)).toBe('refused')
    // Nothing of it was remembered.
    expect(reader.take(body, right)).toEqual(told)
  })

  it.each(['', 'null', '[]', '{}', body.replace('d1', ''), body.replace('delivered', 'success')])(
    'of another form is refused, whoever signed it: %s',
    (given) => {
      expect(open().reader.take(given, webhookHeaders(secret, given, start))).toBe('refused')
    },
  )
})

describe('on the network', () => {
  let onramp: OnrampProviderStack
  let other: OnrampProviderStack
  beforeAll(async () => {
    ;[onramp, other] = await Promise.all([startOnramp({ listings: [] }), startOnramp({ listings: [] })])
  })
  afterAll(async () => {
    await Promise.all([onramp?.stop(), other?.stop()])
  })

  it('forged deliveries reach nobody', async () => {
    const now = Date.now()
    for (const headers of [{}, webhookHeaders('guess', body, now), { 'x-signature': 'undefined' }]) {
      const answer = await fetch(onramp.webhookUrl, { method: 'POST', body, headers })
      expect(answer.status).toBe(403)
    }
    expect(onramp.webhooks).toEqual([])
  })

  it('a page that one provider’s host signed is none of another’s', async () => {
    const asked = {
      ...{ networkId: 'eip155:1', address: '0x1', currency: 'USD', amount: '100', method: 'card' },
      asset: { networkId: 'eip155:1', symbol: 'ETH' },
    }
    const answer = await fetch(other.sessionUrl, { method: 'POST', body: JSON.stringify(asked) })
    const { url } = (await answer.json()) as { readonly url: string }
    const query = new URL(url).search
    expect((await fetch(`${onramp.url}/buy${query}`)).status).toBe(403)
    const form = { method: 'POST', body: query.slice(1) }
    expect((await fetch(`${onramp.url}/buy`, form)).status).toBe(403)
    expect(onramp.orders()).toEqual([])
  })
})
