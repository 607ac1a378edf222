import { describe, expect, it } from 'vitest'
import { looksAlike, type ReceiverFacts, reviewReceiver } from './reviewReceiver.js'

const known = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const facts: ReceiverFacts = {
  receiver: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  own: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  recents: [known],
  tokens: ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  isSameAddress: (left, right) => left.toLowerCase() === right.toLowerCase(),
}
const codes = (change: Partial<ReceiverFacts>) =>
  reviewReceiver({ ...facts, ...change }).map(({ code }) => code)

describe('a receiver', () => {
  it.each<[string, Partial<ReceiverFacts>, string[]]>([
    ['nobody sent to before', {}, ['FIRST_TIME_RECEIVER']],
    ['from before', { receiver: known.toLowerCase() }, []],
    ['that is the own account', { receiver: facts.own[0]! }, ['SEND_TO_SELF']],
    ['that is another own account', { own: ['0x0', facts.receiver] }, []],
    ['that is a token', { receiver: facts.tokens[0]! }, ['SEND_TO_TOKEN_CONTRACT']],
    [
      'that is dressed up as one from before',
      { receiver: `0xfB6${'1'.repeat(34)}359` },
      ['ADDRESS_LOOKALIKE'],
    ],
    ['that is dressed up as an own one', { receiver: `0x5AA${'1'.repeat(34)}aed` }, ['ADDRESS_LOOKALIKE']],
  ])('%s', (_, change, expected) => {
    expect(codes(change)).toEqual(expected)
  })

  it('needs the person’s word when it is dressed up', () => {
    const [warning] = reviewReceiver({ ...facts, receiver: `0xfB6${'1'.repeat(34)}359` })
    expect(warning).toMatchObject({ needsConsent: true, severity: 'warning' })
  })
})

describe('addresses look alike', () => {
  it.each([
    ['EVM', known, `0xFB6${'0'.repeat(34)}359`, true],
    ['EVM that differ at one end', known, `0xFB6${'0'.repeat(34)}350`, false],
    ['EVM that are the same', known, known.toLowerCase(), false],
    [
      'Solana',
      '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5',
      '7Yt8888888888888888888888888888888888888j2G5',
      true,
    ],
    [
      'Bitcoin, beyond the part that all have',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw50aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa8f3t4',
      true,
    ],
    [
      'Bitcoin, by the part that all have',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa8f3',
      false,
    ],
    [
      'Polkadot',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      '15oF1111111111111111111111111111111111111111r6Sp5',
      true,
    ],
    ['short texts', 'abc', 'abd', false],
  ])('%s', (_, left, right, expected) => {
    expect(looksAlike(left, right)).toBe(expected)
    expect(looksAlike(right, left)).toBe(expected)
  })
})
