import { expect, test } from 'vitest'
import { readJson } from './readJson.js'

test.each([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[12345678901234567890, -12345678901234567890]', ['12345678901234567890', '-12345678901234567890']],
  ['{"id": 42, "share": 0.12345678901234567}', { id: 42, share: Number('0.12345678901234567') }],
  [
    '{"id": 12345678901234567e2, "text": "12345678901234567 \\"1"}',
    { id: Number('12345678901234567e2'), text: '12345678901234567 "1' },
  ],
])('%s is read with every digit', (text, read) => {
  expect(readJson(text)).toEqual(read)
})

test('what is no JSON is refused', () => {
  expect(() => readJson('<html>')).toThrow(SyntaxError)
})
