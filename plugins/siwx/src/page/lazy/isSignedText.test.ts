import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { concat } from '../../message/bytes.js'
import { toOffchainMessage, toOffchainMessage1 } from '../../message/toOffchainMessage.js'
import { isSignedText } from './isSignedText.js'

const address = 'Vote111111111111111111111111111111111111111'
const other = 'Stake11111111111111111111111111111111111111'
const encode = (text: string) => new TextEncoder().encode(text)
const text = 'app.example wants you to sign in\nwith your account'

function offchain(message: string, account = address): Uint8Array {
  const bytes = toOffchainMessage(encode(message), base58.decode(account))
  if (!bytes) throw new Error('Expected a message.')
  return bytes
}
const version1 = (message: string, account = address) =>
  toOffchainMessage1(encode(message), base58.decode(account)) ?? new Uint8Array()
/** The off-chain message with one byte changed. */
const changed = (index: number) => offchain(text).map((byte, at) => (at === index ? byte ^ 1 : byte))

it.each([
  ['the text', encode(text)],
  ['the text in Polkadot’s tags', encode(`<Bytes>${text}</Bytes>`)],
  ['the off-chain message of the text', offchain(text)],
  ['the off-chain message of version 1 of the text', version1(text)],
])('takes %s', (_, signed) => {
  expect(isSignedText(signed, text, address)).toBe(true)
})

it.each([
  ['nothing', new Uint8Array()],
  ['another text', encode(`${text} `)],
  ['the text after a byte order mark', concat(Uint8Array.of(0xef, 0xbb, 0xbf), encode(text))],
  ['the text in half the tags', encode(`<Bytes>${text}`)],
  ['the off-chain message of another text', offchain(`${text} `)],
  ['the off-chain message of another account', offchain(text, other)],
  ['the off-chain message of version 1 of another text', version1(`${text} `)],
  ['the off-chain message of version 1 of another account', version1(text, other)],
  ['an off-chain message with a byte after it', concat(offchain(text), Uint8Array.of(0))],
  ['an off-chain message with a domain of its own', changed(5)],
  ['an off-chain message of another version', changed(16)],
  ['an off-chain message for an application', changed(20)],
  ['an off-chain message of another format', changed(49)],
  ['an off-chain message of no account', changed(50)],
  ['an off-chain message with another length', changed(83)],
])('takes no bytes that are %s', (_, signed) => {
  expect(isSignedText(signed, text, address)).toBe(false)
})

it('takes no off-chain message for an account of another chain', () => {
  expect(isSignedText(offchain(text), text, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false)
})
