import { describe, expect, it } from 'vitest'
import { plainText } from './plainText.js'

describe('plainText', () => {
  it.each([
    ['a name', 'Wallet', 'Wallet'],
    ['lines and tabs', ' Two\n\twords\u2028here ', 'Two words here'],
    ['turned direction', 'evil\u202egnp.exe', 'evilgnp.exe'],
    ['zero width', 'Pay\u200bPal', 'PayPal'],
    ['private characters', 'A\ue000B', 'AB'],
    ['letters without a shape', '\u3164\u115f\u1160\uffa0\u2800A', 'A'],
    ['half a pair', 'A\ud800B', 'AB'],
    ['a tower of marks', `a${'\u0301'.repeat(50)}b`, 'a\u0301\u0301b'],
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a long text', 'x'.repeat(10_000), 'x'.repeat(40)],
    ['signs beyond the basic plane', '🦊'.repeat(50), '🦊'.repeat(40)],
  ])('keeps what can be seen of %s', (_, text, expected) => {
    expect(plainText(text)).toBe(expected)
  })

  it.each([undefined, null, 7, {}, ['x']])('takes %j for no text', (value) => {
    expect(plainText(value)).toBe('')
  })

  it('cuts where it is told to', () => {
    expect(plainText('abcdef', 3)).toBe('abc')
  })
})
