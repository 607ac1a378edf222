import { expect, it } from 'vitest'
import { prepareTransaction, readTransaction } from './prepareTransaction.js'

const address = `0x${'1'.repeat(40)}`

it.each([
  ['half as much again as the node estimates', {}, '0xc350', 75_000n],
  ['no more for a transfer', {}, '0x5208', 21_000n],
  ['what the app gave', { gas: '0x9' }, '0xc350', 9n],
])('may use %s', async (_, given, estimate, gas) => {
  const fees = { nonce: '0x3', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' }
  const asked = readTransaction({ from: address, to: address, ...fees, ...given })
  const prepared = await prepareTransaction(async () => estimate, asked, 'eip155:1')
  expect(prepared.gas).toBe(gas)
})
