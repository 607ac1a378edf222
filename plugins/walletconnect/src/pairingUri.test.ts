import { describe, expect, it } from 'vitest'
import { formatPairingUri, parsePairingUri } from './pairingUri.js'
import vectors from '../vectors/uri.json' with { type: 'json' }

const topic = 'a'.repeat(64)
const symKey = 'b'.repeat(64)
const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=1700000000`

function codeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

describe('parsePairingUri', () => {
  it.each(vectors.cases)('reads the public vector "$id"', (vector) => {
    const parsed = codeOf(() => parsePairingUri(vector.uri))
    if (vector.version === 1) expect(parsed).toBe('PAIRING_URI_VERSION')
    else {
      const { expiryTimestamp } = vector
      expect(parsed).toMatchObject({
        topic: vector.topic,
        version: 2,
        relay: { protocol: 'irn' },
        ...(expiryTimestamp ? { expiryTimestamp } : {}),
      })
    }
  })

  it('reads the methods of the printed example without its stray quote', () => {
    const example = vectors.cases.find(({ id }) => id === 'ERC-1328 v2 example')
    expect(parsePairingUri(example?.uri ?? '').methods).toEqual([
      'wc_sessionPropose',
      'wc_authRequest',
      'wc_authBatchRequest',
    ])
  })

  it.each([
    ['with slashes', uri.replace('wc:', 'wc://')],
    ['base64', btoa(uri)],
    ['base64url without padding', btoa(uri).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
    ['other order', `wc:${topic}@2?expiryTimestamp=1700000000&symKey=${symKey}&relay-protocol=irn`],
    ['unknown parameters', `${uri}&color=red`],
    ['space around', ` ${uri}\n`],
    ['capitals in the scheme', uri.replace('wc:', 'WC:')],
  ])('reads it %s', (_form, text) => {
    expect(parsePairingUri(text)).toEqual({
      topic,
      version: 2,
      symKey,
      relay: { protocol: 'irn' },
      expiryTimestamp: 1700000000,
    })
  })

  it.each([
    ['empty', ''],
    ['another scheme', `https://example.com/${uri}`],
    ['script', 'javascript:alert(1)'],
    ['no version', `wc:${topic}?symKey=${symKey}`],
    ['version 1', `wc:${topic}@1?key=x`],
    ['version 3', `wc:${topic}@3?symKey=${symKey}`],
    ['short topic', `wc:abc@2?symKey=${symKey}`],
    ['no key', `wc:${topic}@2?relay-protocol=irn`],
    ['key not hex', `wc:${topic}@2?symKey=${'z'.repeat(64)}`],
    ['expiry not a number', `wc:${topic}@2?symKey=${symKey}&expiryTimestamp=soon`],
    ['endless', `${uri}&x=${'x'.repeat(5000)}`],
    ['base64 of something else', btoa('hello world')],
    ['markup', '<img src=x onerror=alert(1)>'],
  ])('refuses %s', (_title, text) => {
    expect(() => parsePairingUri(text)).toThrowErrorMatchingSnapshot()
  })

  it('refuses an expired one when it knows the time', () => {
    expect(codeOf(() => parsePairingUri(uri, { now: 1_700_000_000_000 }))).toBe('PAIRING_URI_EXPIRED')
    expect(parsePairingUri(uri, { now: 1_699_999_999_999 }).topic).toBe(topic)
  })

  it('never puts the key into an error', () => {
    const broken = uri.replace('@2', '@1')
    expect(() => parsePairingUri(broken)).toThrow(expect.not.stringContaining(symKey))
  })

  it('reads back what it formats', () => {
    const full = {
      topic,
      version: 2 as const,
      symKey,
      relay: { protocol: 'irn', data: 'a&b' },
      methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'],
      expiryTimestamp: 1700000000,
    }
    expect(parsePairingUri(formatPairingUri(full))).toEqual(full)
    expect(formatPairingUri(parsePairingUri(uri))).toBe(uri)
  })
})
