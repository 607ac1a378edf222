import { expect, it } from 'vitest'
import { coinTokens } from '../chains/evm/coinTokens.js'
import { coinTokens as ofPlugin } from '../../../../kernel/src/chain/coinTokens.js'
import type { HistoryMovement } from '../store/readHistory.js'
import { withOneCoin } from './withOneCoin.js'

const twin = '0x0000000000000000000000000000000000001010'
const [alice, bob] = ['0xa', '0xb']
const moved = (asset: string, sender: string, receiver: string, amount: bigint): HistoryMovement => ({
  asset,
  tokenId: '',
  sender,
  receiver,
  amount,
  facts: undefined,
})
const ends = (movements: readonly HistoryMovement[]) =>
  movements.map(({ asset, sender, receiver, amount }) => [asset, sender, receiver, amount])

it('tells what the token says as a move of the coin', () => {
  const movements = [moved(twin, alice, bob, 5n), moved('0xother', bob, alice, 7n)]
  expect(ends(withOneCoin(movements, twin))).toEqual([
    ['', alice, bob, 5n],
    ['0xother', bob, alice, 7n],
  ])
})

it('tells a move once that the coin and the token both tell, and twice what was moved twice', () => {
  // Every move of ZKsync's coin is logged by its contract as well.
  const both = [moved('', alice, bob, 5n), moved(twin, alice, bob, 5n)]
  expect(ends(withOneCoin(both, twin))).toEqual([['', alice, bob, 5n]])
  expect(ends(withOneCoin([...both, moved(twin, alice, bob, 5n)], twin))).toEqual([
    ['', alice, bob, 5n],
    ['', alice, bob, 5n],
  ])
})

it('leaves out the way through the token’s own contract', () => {
  // POL is sent to its contract, which passes it on and says so.
  const movements = [moved('', alice, twin, 5n), moved(twin, alice, bob, 5n)]
  expect(ends(withOneCoin(movements, twin))).toEqual([['', alice, bob, 5n]])
  const received = [moved('', twin, bob, 5n), moved(twin, alice, bob, 5n)]
  expect(ends(withOneCoin(received, twin))).toEqual([['', alice, bob, 5n]])
  // Nothing else says where this went.
  expect(ends(withOneCoin([moved('', alice, twin, 5n)], twin))).toEqual([['', alice, twin, 5n]])
})

it('leaves out what ZKsync’s coin says of the fee, which is told on its own', () => {
  const bootloader = '0x0000000000000000000000000000000000008001'
  const zksync = coinTokens[324]
  const movements = [moved(zksync!, alice, bootloader, 9n), moved(zksync!, bootloader, alice, 2n)]
  expect(withOneCoin(movements, zksync)).toEqual([])
})

it('changes nothing where the network has no such token', () => {
  const movements = [moved(twin, alice, bob, 5n)]
  expect(withOneCoin(movements, undefined)).toBe(movements)
})

it('knows the tokens that the plugin for EVM networks knows', () => {
  const canonical = Object.entries(ofPlugin).map(([id, token]) => [id, token.toLowerCase()])
  expect(Object.entries(coinTokens)).toEqual(canonical)
})
