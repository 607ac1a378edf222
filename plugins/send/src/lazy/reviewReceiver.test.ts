import { describe, expect, it } from 'vitest'
import { type ReceiverFacts, reviewReceiver } from './reviewReceiver.js'

const known = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const facts: ReceiverFacts = {
  receiver: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  own: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  recents: [known],
  named: [],
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
    expect(warning).toMatchObject({ needsConsent: true, parameters: { address: known, whose: 'used' } })
    const [own] = reviewReceiver({ ...facts, receiver: `0x5AA${'1'.repeat(34)}aed` })
    expect(own?.parameters).toEqual({ address: facts.own[0], whose: 'own' })
  })

  it('needs the person’s word when it is a token, where it is lost', () => {
    expect(reviewReceiver({ ...facts, receiver: facts.tokens[0]! })).toMatchObject([{ needsConsent: true }])
  })
})

describe('a receiver, where the person named an address', () => {
  const anna = {
    namespace: 'eip155',
    address: '0xAAA0000000000000000000000000000000000BBB',
    name: 'Anna',
  }
  const twin = `0xaaa${'1'.repeat(34)}bbb`

  it('is warned of by that name when it looks like it, sent to before or not', () => {
    for (const recents of [[], [twin]]) {
      const [warning] = reviewReceiver({ ...facts, receiver: twin, recents, named: [anna] })
      expect(warning).toMatchObject({
        code: 'NAMED_ADDRESS_LOOKALIKE',
        needsConsent: true,
        parameters: { name: 'Anna', address: anna.address },
        message:
          'This looks like the address you call Anna, but it’s different. It may be a scam. Compare every character.',
      })
    }
  })

  it('is no stranger when it is an own account', () => {
    expect(codes({ receiver: twin, own: [facts.own[0]!, twin], named: [anna] })).toEqual([])
  })

  it('is a first-time receiver all the same when it is named', () => {
    expect(codes({ receiver: anna.address.toLowerCase(), named: [anna] })).toEqual(['FIRST_TIME_RECEIVER'])
  })

  it('is warned of when it is named and looks like one from before', () => {
    const named = [{ ...anna, address: `0xfB6${'1'.repeat(34)}359` }]
    expect(codes({ receiver: `0xfB6${'1'.repeat(34)}359`, named })).toEqual(['ADDRESS_LOOKALIKE'])
  })
})
