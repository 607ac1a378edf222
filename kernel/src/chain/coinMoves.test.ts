import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoinMove, coinMovesOf, coinPlaceholder, isCoinLog } from './coinMoves.js'

const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const system = '0xfffffffffffffffffffffffffffffffffffffffe'
const word = (value: string) => `0x${value.slice(2).padStart(64, '0')}`
const logOf = (address: string, { from, to, amount }: CoinMove) => ({
  address,
  topics: [topic, word(from), word(to)],
  data: word(`0x${amount.toString(16)}`),
})

const addresses = ['0x', '0x', '0x'].map((start, index) => `${start}${`${index + 1}a`.repeat(20)}`)
const moves = fc.array(
  fc.record({
    from: fc.constantFrom(...addresses),
    to: fc.constantFrom(...addresses),
    amount: fc.bigInt({ min: 1n, max: 3n }),
  }),
  { maxLength: 8 },
)
const sorted = (all: readonly CoinMove[]) =>
  all.map(({ from, to, amount }) => `${from} ${to} ${amount}`).sort()

describe('moves of the coin', () => {
  it('are read from either kind of log', () => {
    fc.assert(
      fc.property(
        moves,
        fc.constantFrom(system, coinPlaceholder, system.toUpperCase().replace('0X', '0x')),
        (all, address) => {
          expect(coinMovesOf(all.map((move) => logOf(address, move)))).toEqual(all)
        },
      ),
    )
  })

  it('count once where a node writes both, whichever comes first and however they are mixed', () => {
    fc.assert(
      fc.property(moves, fc.infiniteStream(fc.boolean()), (all, coin) => {
        const one = all.map((move) => logOf(system, move))
        const other = all.map((move) => logOf(coinPlaceholder, move))
        const mixed: (typeof one)[number][] = []
        while (one.length + other.length > 0) {
          const next = (coin.next().value && one.length > 0) || other.length === 0 ? one : other
          mixed.push(next.shift() as (typeof one)[number])
        }
        expect(sorted(coinMovesOf(mixed))).toEqual(sorted(all))
      }),
    )
  })

  it('are hidden by no log: what one way tells and the other lacks counts', () => {
    const [a, b] = addresses as [string, string]
    const move = { from: a, to: b, amount: 2n }
    const other = { from: b, to: a, amount: 1n }
    expect(coinMovesOf([logOf(system, move), logOf(coinPlaceholder, other)])).toEqual([move, other])
  })

  it.each([
    ['of a token', { ...logOf(addresses[0] as string, { from: system, to: system, amount: 1n }) }],
    ['of another event', { address: system, topics: [word('0x1')], data: '0x' }],
    ['of a burn', { address: system, topics: [topic, word(system)], data: word('0x1') }],
    [
      'with a fourth topic',
      {
        ...logOf(system, { from: system, to: system, amount: 1n }),
        topics: [topic, word('0x1'), word('0x2'), word('0x3')],
      },
    ],
    [
      'with more data',
      { ...logOf(system, { from: system, to: system, amount: 1n }), data: `${word('0x1')}00` },
    ],
  ])('are not read from a log %s', (_, log) => {
    expect(coinMovesOf([log])).toEqual([])
  })

  it('tells whose logs are of no token, and whether the network writes them', () => {
    const move = { from: addresses[0] as string, to: addresses[1] as string, amount: 1n }
    expect(
      [system, coinPlaceholder, addresses[0] as string].map((address) => isCoinLog(logOf(address, move))),
    ).toEqual([true, true, false])
  })
})
