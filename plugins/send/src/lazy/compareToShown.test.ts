import type { Amount } from '@latchkey/kernel/contracts'
import { expect, it } from 'vitest'
import type { SendPreview } from '../Sender.js'
import { compareToRead, compareToShown } from './compareToShown.js'

const sol = (value: bigint): Amount => ({ value, decimals: 9, symbol: 'SOL' })
const preview = (change: Partial<SendPreview> = {}): SendPreview => ({
  token: { networkId: 'solana:local', name: 'Solana', amount: sol(10n ** 9n) },
  amount: sol(1_000n),
  receiver: { address: 'bob' },
  fee: sol(5n),
  changes: [
    { address: 'alice', amount: sol(-1_005n) },
    { address: 'bob', amount: sol(1_000n) },
  ],
  warnings: [{ code: 'RECEIVER_NEW', message: 'New.', severity: 'info' }],
  dangers: [],
  feeLevel: 'normal',
  preparedAt: 0,
  ...change,
})

it.each<[string, Partial<SendPreview>, ReturnType<typeof compareToShown>]>([
  ['nothing but the time', { preparedAt: 60_000 }, undefined],
  [
    'a lower fee',
    { fee: sol(4n), changes: [{ address: 'alice', amount: sol(-1_004n) }, bobGets(1_000n)] },
    undefined,
  ],
  [
    'the same amount that is counted otherwise',
    { amount: { ...sol(1_000n), moved: 500n } },
    'previewChanged',
  ],
  ['a warning that has gone', { warnings: [] }, undefined],
  ['what cannot be predicted any more', { changes: undefined }, undefined],
  ['a higher fee', { fee: sol(6n) }, 'feeChanged'],
  [
    'a higher fee that the chain counts into the changes',
    { fee: sol(6n), changes: [{ address: 'alice', amount: sol(-1_006n) }, bobGets(1_000n)] },
    'feeChanged',
  ],
  [
    'more that leaves than the fee explains',
    { fee: sol(6n), changes: [{ address: 'alice', amount: sol(-1_007n) }, bobGets(1_000n)] },
    'previewChanged',
  ],
  [
    'less for the receiver',
    { changes: [{ address: 'alice', amount: sol(-1_005n) }, bobGets(999n)] },
    'previewChanged',
  ],
  ['nothing for the receiver', { changes: [{ address: 'alice', amount: sol(-1_005n) }] }, 'previewChanged'],
  ['another amount', { amount: sol(1_001n) }, 'previewChanged'],
  ['another place of the point', { amount: { ...sol(1_000n), decimals: 8 } }, 'previewChanged'],
  [
    'a new warning',
    { warnings: [{ code: 'ACCOUNT_EMPTIED', message: 'Empty.', severity: 'info' }] },
    'previewChanged',
  ],
])('%s', (_, change, expected) => {
  expect(compareToShown(preview(), preview(change))).toBe(expected)
})

it.each<[string, bigint, bigint, ReturnType<typeof compareToRead>]>([
  ['falls', 500_000n, 1n, undefined],
  ['rises by less than a hundredth', 500_000n, 504_999n, undefined],
  ['rises by a hundredth', 500_000n, 505_000n, 'feeChanged'],
  ['rises by less than a thousandth of a coin', 10n ** 9n, 10n ** 9n + 999_999n, undefined],
  ['rises by a thousandth of a coin', 10n ** 9n, 10n ** 9n + 1_000_000n, 'feeChanged'],
  ['rises from nothing', 0n, 1n, 'feeChanged'],
])('a fee that %s while the person reads', (_, before, after, expected) => {
  expect(compareToRead(preview({ fee: sol(before) }), preview({ fee: sol(after) }))).toBe(expected)
  const isRise = after > before
  expect(compareToShown(preview({ fee: sol(before) }), preview({ fee: sol(after) }))).toBe(
    isRise ? 'feeChanged' : undefined,
  )
})

it('a fee that barely rises hides no other change', () => {
  const before = preview({ fee: sol(500_000n) })
  const after = preview({ fee: sol(500_001n), amount: sol(1_001n) })
  expect(compareToRead(before, after)).toBe('previewChanged')
})

function bobGets(value: bigint) {
  return { address: 'bob', amount: sol(value) }
}
