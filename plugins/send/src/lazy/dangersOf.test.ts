import { describe, expect, it } from 'vitest'
import type { SendWarning } from '../Sender.js'
import { dangersOf, tokenLosses } from './dangersOf.js'

const warning = (code: string, parameters = {}): SendWarning => ({
  ...{ code, severity: 'warning', needsConsent: true, message: 'Words.', parameters },
})
const facts = { receiver: 'bob', amount: 5n, losses: [] }
const subjects = (...warnings: SendWarning[]) =>
  dangersOf({ ...facts, warnings }).map(({ subject }) => subject)

describe('what has to be accepted', () => {
  it('is asked anew for each earlier send that may be repeated, and once for addresses', () => {
    const earlier = (askedAt: number) => warning('SEND_MAY_REPEAT', { askedAt })
    expect(subjects(earlier(1))).toEqual(subjects(earlier(1)))
    expect(subjects(earlier(1))).not.toEqual(subjects(earlier(2)))
    expect(subjects(warning('ADDRESS_LOOKALIKE'), warning('NAMED_ADDRESS_LOOKALIKE'))).toHaveLength(1)
    expect(subjects({ ...warning('ADDRESS_LOOKALIKE'), needsConsent: false })).toEqual([])
  })

  it('is for one receiver, and for as much as it says', () => {
    const one = dangersOf({ ...facts, warnings: [warning('RECEIVER_UNOWNED')] })
    expect(one).toMatchObject([{ kind: 'lost', size: 5n }])
    const other = dangersOf({ ...facts, receiver: 'eve', warnings: [warning('RECEIVER_UNOWNED')] })
    expect(other[0]?.subject).not.toBe(one[0]?.subject)
  })

  it('is what a trial run takes beside, by its sum', () => {
    const losing = (value: bigint) =>
      dangersOf({
        ...{ ...facts, warnings: [] },
        losses: [{ address: 'me', amount: { value, decimals: 6, symbol: 'USDC' } }],
      })
    expect(losing(-7n)).toMatchObject([{ kind: 'losesMore' }])
    expect(losing(-7n)[0]?.subject).not.toBe(losing(-8n)[0]?.subject)
  })
})

it('finds what a trial run takes of a token beyond the amount', () => {
  const token = { address: '0xt', decimals: 6, symbol: 'USDC' }
  const usdc = (value: bigint) => ({ value, decimals: 6, symbol: 'USDC' })
  const losses = (value: bigint, more = {}) =>
    tokenLosses({
      changes: [{ address: 'ME', amount: usdc(value) }],
      ...{ token, amount: usdc(5n), sender: 'me' },
      isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
      ...more,
    })
  expect(losses(-5n)).toEqual([])
  expect(losses(-6n)).toHaveLength(1)
  expect(losses(-6n, { token: undefined })).toEqual([])
  expect(losses(-6n, { sender: 'bob' })).toEqual([])
  expect(losses(-6n, { changes: undefined })).toEqual([])
})
