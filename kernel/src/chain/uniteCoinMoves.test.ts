import { expect, it } from 'vitest'
import { uniteCoinMoves } from './uniteCoinMoves.js'

const twin = '0x0000000000000000000000000000000000001010'
const [alice, bob] = ['0xa', '0xb']
const bootloader = '0x0000000000000000000000000000000000008001'
const move = (from: string, to: string, amount: bigint) => ({ from, to, amount })

it.each([
  ['what the token alone tells', [], [move(alice, bob, 5n)], [move(alice, bob, 5n)]],
  ['what the coin alone tells', [move(alice, bob, 5n)], [], [move(alice, bob, 5n)]],
  ['what both tell', [move(alice, bob, 5n)], [move(alice, bob, 5n)], [move(alice, bob, 5n)]],
  [
    'the way in through the token’s contract',
    [move(alice, twin, 5n)],
    [move(alice, bob, 5n)],
    [move(alice, bob, 5n)],
  ],
  [
    'the way out through the token’s contract',
    [move(twin, bob, 5n)],
    [move(alice, bob, 5n)],
    [move(alice, bob, 5n)],
  ],
])('counts %s once', (_, told, logged, moves) => {
  expect(uniteCoinMoves(told, logged, twin)).toEqual(moves)
})

it('counts twice what was moved twice, and keeps what is of another amount or another way', () => {
  const twice = [move(alice, bob, 5n), move(alice, bob, 5n)]
  expect(uniteCoinMoves([move(alice, bob, 5n)], twice, twin)).toEqual(twice)
  expect(uniteCoinMoves(twice, [move(alice, bob, 5n)], twin)).toEqual(twice)
  const others = [move(alice, bob, 6n), move(bob, alice, 5n), move(alice, twin, 7n)]
  expect(uniteCoinMoves(others, [move(alice, bob, 5n)], twin)).toEqual([...others, move(alice, bob, 5n)])
})

it('leaves out fees, which are told on their own', () => {
  expect(uniteCoinMoves([], [move(alice, bootloader, 9n), move(bootloader, alice, 2n)], twin)).toEqual([])
})
