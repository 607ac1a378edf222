import { expect, it } from 'vitest'
import vectors from '../../vectors/wrap_bytes.json' with { type: 'json' }
import { wrapBytes } from './wrapBytes.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array) => new TextDecoder().decode(value)

// Taking the marks off again is for who verifies; nothing here does.
it('wraps as the public vectors say', () => {
  const cases = vectors.cases.filter(({ op }) => op === 'wrap')
  expect(cases.length).toBeGreaterThan(3)
  for (const { input, expect: expected } of cases) expect(text(wrapBytes(bytes(input)))).toBe(expected)
})

it('leaves what is wrapped already, and what begins as Ethereum’s messages do', () => {
  for (const whole of ['<Bytes>a</Bytes>', '\u0019Ethereum Signed Message:\n1a']) {
    expect(text(wrapBytes(bytes(whole)))).toBe(whole)
  }
  expect(text(wrapBytes(bytes('<Bytes></Byte')))).toBe('<Bytes><Bytes></Byte</Bytes>')
})
