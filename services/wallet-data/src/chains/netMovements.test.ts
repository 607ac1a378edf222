import fc from 'fast-check'
import { expect, it } from 'vitest'
import { netMovements } from './netMovements.js'

const change = (address: string, value: bigint, asset = '') => ({ address, asset, change: value })

it('joins two parties whose amounts agree', () => {
  expect(netMovements([change('a', -5n), change('b', 5n), change('c', 0n)])).toEqual([
    { asset: '', tokenId: '', sender: 'a', receiver: 'b', amount: 5n },
  ])
})

it('leaves the other side open among several, and where amounts differ', () => {
  expect(netMovements([change('a', -5n), change('b', 4n)])).toEqual([
    { asset: '', tokenId: '', sender: 'a', receiver: undefined, amount: 5n },
    { asset: '', tokenId: '', sender: undefined, receiver: 'b', amount: 4n },
  ])
  expect(netMovements([change('a', -5n), change('b', 2n), change('c', 3n)])).toHaveLength(3)
})

it('gives everybody exactly what changed, by asset', () => {
  const changes = fc.uniqueArray(
    fc.record({
      address: fc.constantFrom('a', 'b', 'c', 'd'),
      asset: fc.constantFrom('', 'x', 'y'),
      change: fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    }),
    { selector: ({ address, asset }) => `${address} ${asset}` },
  )
  fc.assert(
    fc.property(changes, (all) => {
      const movements = netMovements(all)
      for (const { address, asset, change: wanted } of all) {
        const own = movements.filter((one) => one.asset === asset)
        const came = own.filter((one) => one.receiver === address).reduce((sum, one) => sum + one.amount, 0n)
        const went = own.filter((one) => one.sender === address).reduce((sum, one) => sum + one.amount, 0n)
        expect(came - went).toBe(wanted)
      }
    }),
  )
})
