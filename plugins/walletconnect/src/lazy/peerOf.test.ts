import { expect, it } from 'vitest'
import { peerOf } from './peerOf.js'

it.each([
  [{ name: 'River' }, 'River'],
  [{ name: '  Tr\u202eust\u200b\nWallet ' }, 'Trust Wallet'],
  [{ name: 'x'.repeat(1_000_000) }, 'x'.repeat(60)],
  [{ name: '' }, 'The wallet'],
  [{ name: '\u200b' }, 'The wallet'],
  [{ name: 5 }, 'The wallet'],
  [{ name: ['River'] }, 'The wallet'],
  [{ name: null }, 'The wallet'],
  [{}, 'The wallet'],
  ['River', 'The wallet'],
  [undefined, 'The wallet'],
  [null, 'The wallet'],
])('reads the name of a wallet that sends %j', (metadata, name) => {
  expect(peerOf(metadata).name).toBe(name)
})
