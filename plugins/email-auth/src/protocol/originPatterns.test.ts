import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultAncestors, matchesOrigin, parseOriginPattern } from './index.js'

describe('an origin', () => {
  test.each([
    ['https://example.com', 'https://example.com', true],
    ['https://example.com:443', 'https://example.com', true],
    ['https://example.com', 'http://example.com', false],
    ['https://example.com', 'https://example.com:8443', false],
    ['https://example.com:8443', 'https://example.com:8443', true],
    ['https://*.example.com', 'https://app.example.com', true],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://evilexample.com', false],
    ['https://*.example.com', 'https://example.com.evil.org', false],
    ['https://*.example.com', 'https://app.example.com.', false],
    ['https://*.example.com', 'https://.example.com', false],
    ['https://*.example.com', 'https://app.example.com:444', false],
    ['http://localhost:*', 'http://localhost:5173', true],
    ['http://localhost:*', 'http://localhost', true],
    ['http://localhost:*', 'http://localhost.evil.org:5173', false],
    ['http://[::1]:*', 'http://[::1]:3000', true],
    ['https://example.com', 'https://example.com/', false],
    ['https://example.com', 'https://user@example.com', false],
    ['https://example.com', 'https://EXAMPLE.com', false],
    ['https://example.com', 'null', false],
    ['https://example.com', '', false],
    ['https://example.com', undefined, false],
    ['https://example.com', ['https://example.com'], false],
  ])('"%s" is matched by %o: %s', (pattern, origin, expected) => {
    expect(matchesOrigin([pattern], origin)).toBe(expected)
  })

  test('of strangers matches a wildcard only with whole labels before its host', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    const hosts = fc
      .array(label, { minLength: 1, maxLength: 5 })
      .map((labels) => `${labels.join('.')}.example.com`)
    const near = fc.tuple(
      label,
      fc.constantFrom('example.com', 'example.com.org', 'xexample.com', 'example.como'),
    )
    fc.assert(
      fc.property(hosts, near, (host, [before, stranger]) => {
        expect(matchesOrigin(['https://*.example.com'], `https://${host}`)).toBe(true)
        const looksAlike = stranger === 'example.com' ? `${before}${stranger}` : `${before}.${stranger}`
        expect(matchesOrigin(['https://*.example.com'], `https://${looksAlike}`)).toBe(false)
      }),
    )
  })
})

describe('a pattern', () => {
  test.each([
    '*',
    'https://*',
    'https://*.com',
    'example.com',
    'https://example.com/',
    'https://example.com/path',
    'https://a*.example.com',
    'https://app.*.com',
    'https://*.*.example.com',
    'ftp://example.com',
    'https://Example.com',
    'https://bücher.example',
    'https://example.com:99999999',
    "https://example.com; script-src 'unsafe-inline'",
    'https://example.com https://evil.example',
    '',
  ])('"%s" is refused with what to write', (pattern) => {
    expect(() => parseOriginPattern(pattern)).toThrow(/is no pattern of origins\. Write https/)
  })

  test('of the defaults is one, and lets the hosts of previews in', () => {
    for (const origin of [
      'http://localhost:3000',
      'https://a.pages.dev',
      'https://b.vercel.app',
      'https://c.ngrok-free.app',
    ]) {
      expect(matchesOrigin(defaultAncestors, origin), origin).toBe(true)
    }
    for (const origin of ['https://pages.dev', 'https://pages.dev.evil.org', 'http://a.vercel.app']) {
      expect(matchesOrigin(defaultAncestors, origin), origin).toBe(false)
    }
  })
})
