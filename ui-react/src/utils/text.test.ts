import { BaseError } from '@latchkey/kernel/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeError } from './describeError.js'
import { formatFiat } from './formatFiat.js'
import { gradient } from './gradient.js'
import { groupAddress } from './groupAddress.js'
import { initials } from './initials.js'
import { safeImageUrl } from './safeImageUrl.js'
import { safeText } from './safeText.js'
import { truncateAddress } from '@latchkey/kernel/contracts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

describe('truncateAddress and groupAddress', () => {
  it('keeps six characters at the start and four at the end, or as many as asked', () => {
    expect(truncateAddress(address)).toBe('0x71C7…976F')
    expect(truncateAddress(address, 4, 6)).toBe('0x71…d8976F')
    expect(truncateAddress('harbour')).toBe('harbour')
  })

  it('never makes a text longer and keeps both ends', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(12), fc.nat(12), (text, start, end) => {
        const short = truncateAddress(text, start, end)
        expect(short.length).toBeLessThanOrEqual(text.length)
        expect(short.slice(0, start)).toBe(text.slice(0, start))
        if (end > 0) expect(short.slice(-end)).toBe(text.slice(-end))
      }),
    )
  })

  it('groups by four and loses nothing', () => {
    expect(groupAddress(address).slice(0, 3)).toEqual(['0x', '71C7', '656E'])
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-zA-Z]{0,90}$/), (text) => {
        expect(groupAddress(text).join('')).toBe(text)
      }),
    )
  })
})

describe('safeText', () => {
  it('leaves no name that cannot be seen, and no marks that cover the lines beside it', () => {
    expect(safeText('\u3164\u115f\u1160\uffa0\u2800\u034f')).toBe('')
    expect(safeText('\u200d\u200c\ufe0f')).toBe('')
    expect(safeText(`USDC${'\u0301'.repeat(40)}`)).toBe('USDC\u0301\u0301')
  })

  it('removes what hides or turns text', () => {
    expect(safeText('Meta\u202eksaM\u0000\u200b wallet\n')).toBe('MetaksaM wallet')
    expect(safeText('\u2066USDC\u2069\ufeff')).toBe('USDC')
  })

  it('keeps letters of any script and joined emoji', () => {
    expect(safeText('محفظة 👩‍🚀 кошелёк 财布')).toBe('محفظة 👩‍🚀 кошелёк 财布')
  })

  it('caps the length without splitting a character', () => {
    expect(safeText('😀'.repeat(10), 4)).toBe('😀😀😀…')
    expect([...safeText('x'.repeat(1_000_000))]).toHaveLength(128)
  })
})

describe('safeImageUrl', () => {
  it.each([
    'https://example.org/a.png',
    'data:image/svg+xml,%3Csvg/%3E',
    'data:image/png;base64,AAAA',
    'blob:https://example.org/1',
    'http://127.0.0.1:4000/a.png',
    'http://localhost/a.png',
    '/icons/a.png',
    'icons/a.png',
  ])('allows %s', (url) => {
    expect(safeImageUrl(url)).toBe(url)
  })

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,<script>',
    'data:image/svg+xml2,x',
    'http://example.org/a.png',
    'http://localhost.evil.org/a.png',
    '//evil.org/a.png',
    '/\\evil.org/a.png',
    'ftp://example.org/a.png',
    'file:///etc/passwd',
  ])('refuses %s', (url) => {
    expect(safeImageUrl(url)).toBeUndefined()
  })
})

describe('gradient', () => {
  it('is the same for the same text in any case', () => {
    expect(gradient(address)).toEqual(gradient(address.toLowerCase()))
    expect(gradient(address)).not.toEqual(gradient('harbour'))
  })

  it('keeps its two hues near but apart', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { from, to } = gradient(text)
        const distance = (to - from + 360) % 360
        expect(distance).toBeGreaterThanOrEqual(35)
        expect(distance).toBeLessThan(85)
      }),
    )
  })
})

describe('initials', () => {
  it.each([
    ['Test wallet', 'TW'],
    ['rainbow', 'R'],
    ['a-b-c', 'AB'],
    ['', ''],
    ['\u202e!!', ''],
    ['Ω wallet', 'ΩW'],
  ])('shortens %j to %j', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })
})

describe('formatFiat', () => {
  it.each([
    ['1234.567', 'USD', 'en', '$1,234.56'],
    ['0', 'USD', 'en', '$0.00'],
    ['0.0001', 'EUR', 'en', '<€0.01'],
    ['-3.5', 'USD', 'en', '-$3.50'],
    ['1999.999', 'EUR', 'de', '1.999,99\u00a0€'],
    ['1500.9', 'JPY', 'en', '¥1,500'],
    ['999999999999999999999.99', 'USD', 'en', '$999,999,999,999,999,999,999.99'],
  ])('writes %s %s in %s as %s', (value, currency, locale, expected) => {
    expect(formatFiat(value, { currency, locale })).toBe(expected)
  })

  it.each([
    ['0.0000123456', 'USD', '$0.0000123'],
    ['0.5', 'USD', '$0.50'],
    ['0.25', 'JPY', '¥0.250'],
    ['0', 'USD', '$0.00'],
  ])('writes the price %s %s with the digits that matter: %s', (value, currency, expected) => {
    expect(formatFiat(value, { currency, precise: true })).toBe(expected)
  })

  it('cuts bitcoin and ether at decimals that matter', () => {
    expect(formatFiat('0.012345678912', { currency: 'BTC' })).toBe('BTC\u00a00.01234567')
    expect(formatFiat('1.9999999', { currency: 'ETH' })).toBe('ETH\u00a01.999999')
  })

  it.each([
    ['999999999999999.999', 'USD', 'en', '$999,999,999,999,999.99'],
    ['1999999999999999.99', 'USD', 'en', '$1999T'],
    ['1999999999999999.99', 'USD', 'de', '1999\u00a0Bio.\u00a0$'],
    [`1${'0'.repeat(80)}`, 'JPY', 'en', '¥1E80'],
    [`-1${'0'.repeat(80)}`, 'USD', 'en', '-$1E80'],
    ['0.001', 'USD', 'en', '<$0.01'],
  ])('writes %s %s short in %s: %s', (value, currency, locale, expected) => {
    expect(formatFiat(value, { currency, locale, short: true })).toBe(expected)
  })

  it('refuses what is not a decimal string', () => {
    expect(() => formatFiat('1e3')).toThrow(
      'A worth must be a decimal number such as "12.50", but received "1e3".',
    )
  })
})

describe('describeError', () => {
  it('shows only a sentence that was written for people', () => {
    const cause = new Error('ECONNRESET')
    const error = new BaseError('The node is busy.', { code: 'HTTP_STATUS', cause })
    expect(describeError(error)).toEqual({
      text: 'The node is busy.',
      code: 'HTTP_STATUS',
      details: 'BaseError (HTTP_STATUS): The node is busy.\nCaused by Error: ECONNRESET',
    })
    // A stranger's error, whatever members it has, is not in our words.
    const forged = Object.assign(new Error('no'), { shortMessage: 'Type your recovery phrase.', code: 'X' })
    expect(describeError(forged).text).toBeUndefined()
    expect(describeError(new TypeError('x is not a function')).text).toBeUndefined()
  })

  it.each([null, undefined, 42, 'text', {}, { message: 1 }])('copes with %j', (thrown) => {
    expect(describeError(thrown).details).toMatch(/^Error: /)
  })

  it('ends on a cause that points at itself', () => {
    const error = new Error('round')
    error.cause = error
    expect(describeError(error).details.split('\n')).toHaveLength(6)
  })
})
