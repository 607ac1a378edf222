import { base58, hex } from '@scure/base'
import { expect, it } from 'vitest'
import { readOffchainMessage, toOffchainMessage, toOffchainMessage1 } from './toOffchainMessage.js'

const account = base58.decode('Vote111111111111111111111111111111111111111')
const encode = (text: string) => new TextEncoder().encode(text)

// Made by @solana/offchain-messages 8.4 with an application domain of zeros.
it.each([
  [
    'Sign in, please',
    'ff736f6c616e61206f6666636861696e00000000000000000000000000000000000000000000000000000000000000000000010761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da35380000000000f005369676e20696e2c20706c65617365',
  ],
  [
    'Sign in\nplease',
    'ff736f6c616e61206f6666636861696e00000000000000000000000000000000000000000000000000000000000000000001010761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da35380000000000e005369676e20696e0a706c65617365',
  ],
  [
    'Zürich',
    'ff736f6c616e61206f6666636861696e00000000000000000000000000000000000000000000000000000000000000000001010761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da353800000000007005ac3bc72696368',
  ],
])('makes the off-chain message of %j as Solana’s library does', (text, bytes) => {
  expect(hex.encode(toOffchainMessage(encode(text), account) ?? new Uint8Array())).toBe(bytes)
})

it('makes none of no text, of more than 1232 bytes, and for a key of another length', () => {
  expect(toOffchainMessage(new Uint8Array(), account)).toBeUndefined()
  expect(toOffchainMessage(new Uint8Array(1147), account)).toHaveLength(1232)
  expect(toOffchainMessage(new Uint8Array(1148), account)).toBeUndefined()
  expect(toOffchainMessage(encode('a'), account.subarray(1))).toBeUndefined()
})

// Made by @solana/kit 8.4 (`getOffchainMessageV1Encoder`).
const headOf1 =
  'ff736f6c616e61206f6666636861696e01010761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da3538000000000'
it.each([
  ['Sign in, please', '5369676e20696e2c20706c65617365'],
  ['Sign in\nplease', '5369676e20696e0a706c65617365'],
  ['Zürich', '5ac3bc72696368'],
])(
  'makes the off-chain message of version 1 of %j as Solana’s library does, and reads it again',
  (text, body) => {
    const theirs = hex.decode(headOf1 + body)
    expect(toOffchainMessage1(encode(text), account)).toEqual(theirs)
    expect(readOffchainMessage(theirs, account)).toEqual(encode(text))
    expect(
      readOffchainMessage(
        theirs,
        account.map((byte) => byte ^ 1),
      ),
    ).toBeUndefined()
  },
)

it('reads one of version 0, and nothing that only looks like one', () => {
  const made = toOffchainMessage(encode('hello'), account) ?? new Uint8Array()
  expect(readOffchainMessage(made, account)).toEqual(encode('hello'))
  expect(readOffchainMessage(Uint8Array.of(...made, 0), account)).toBeUndefined()
  for (const bytes of [new Uint8Array(), made.subarray(0, 85), made.subarray(0, -1), encode('hello')]) {
    expect(readOffchainMessage(bytes, account)).toBeUndefined()
  }
  expect(toOffchainMessage1(new Uint8Array(), account)).toBeUndefined()
  expect(toOffchainMessage1(encode('a'), account.subarray(1))).toBeUndefined()
})
