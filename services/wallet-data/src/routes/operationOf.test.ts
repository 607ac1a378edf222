import { expect, it } from 'vitest'
import { operationOf } from './operationOf.js'

const me = `0x${'a1'.repeat(20)}`
const stranger = `0x${'b0'.repeat(20)}`
const lookalike = `0x${'c0'.repeat(20)}`
const out = {
  asset: `0x${'dd'.repeat(20)}`,
  tokenId: '',
  sender: me,
  receiver: lookalike,
  amount: 5n,
  facts: undefined,
}
const back = { ...out, sender: lookalike, receiver: me }

it.each([
  ['a send of the account’s own', 'eip155:1', me, [out], 'send'],
  ['a send that a stranger’s contract tells of', 'eip155:1', stranger, [out], 'execute'],
  ['a trade that a stranger’s contract tells of', 'eip155:1', stranger, [out, back], 'execute'],
  ['what a stranger sent', 'eip155:1', stranger, [back], 'receive'],
  ['a send on Solana whose fee somebody else paid', 'solana:local', stranger, [out], 'send'],
] as const)('names %s', (_, networkId, sender, movements, expected) => {
  expect(operationOf({ networkId, sender, movements, operation: undefined }, me)).toBe(expected)
})
