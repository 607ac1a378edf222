import { expect, it } from 'vitest'
import { prepareTransaction, readTransaction } from './prepareTransaction.js'

const address = `0x${'1'.repeat(40)}`

it.each([
  ['half as much again as the node estimates', { data: '0x12' }, '0xc350', '0x', 75_000n],
  ['no more for a transfer', {}, '0x5208', '0x', 21_000n],
  ['no more for a transfer on a network that charges more for one', {}, '0x8ca0', '0x', 36_000n],
  ['more for coins that a contract takes', {}, '0x5208', '0x60', 31_500n],
  ['what the app gave', { gas: '0x9' }, '0xc350', '0x', 9n],
  ['no more than a transaction may have (EIP-7825)', { data: '0x12' }, '0xb71b00', '0x', 16_777_216n],
  ['no more than a block holds', { data: '0x12' }, '0x1312d00', '0x', 22_000_000n],
])('may use %s', async (_, given, estimate, code, gas) => {
  const fees = { nonce: '0x3', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' }
  const asked = readTransaction({ from: address, to: address, ...fees, ...given }, 'eip155:1')
  const answers: Record<string, unknown> = {
    eth_estimateGas: estimate,
    eth_getCode: code,
    eth_getBlockByNumber: { gasLimit: '0x14fb180' },
  }
  const prepared = await prepareTransaction(async (method) => answers[method], asked, {
    networkId: 'eip155:1',
    coin,
  })
  expect(prepared.gas).toBe(gas)
})

const gwei = 10n ** 9n
const hexOf = (value: bigint) => `0x${value.toString(16)}`
/** A node that asks for so much, in wei for a gas. */
const priced = (base: bigint | undefined, tip: bigint, gasPrice = 0n) => {
  const answers: Record<string, unknown> = {
    eth_estimateGas: '0x5208',
    eth_getCode: '0x',
    eth_getTransactionCount: '0x3',
    eth_gasPrice: hexOf(gasPrice),
    eth_maxPriorityFeePerGas: hexOf(tip),
    eth_getBlockByNumber: {
      gasLimit: '0x1c9c380',
      ...(base === undefined ? {} : { baseFeePerGas: hexOf(base) }),
    },
  }
  return async (method: string) => answers[method]
}
const payment = { from: address, to: address, value: '0xde0b6b3a7640000' }
const coin = { symbol: 'TEST', decimals: 18 }

it('refuses a tip that no transaction is worth, which the node asks for', async () => {
  const asked = readTransaction(payment, 'eip155:1')
  const ask = priced(gwei, 10n ** 17n)
  await expect(prepareTransaction(ask, asked, { networkId: 'eip155:1', coin })).rejects.toMatchObject({
    code: 'FEE_UNREASONABLE',
    fee: { value: 21_000n * (10n ** 17n + 2n * gwei), symbol: 'TEST', decimals: 18 },
  })
})

it.each([
  ['a usual fee', priced(30n * gwei, 2n * gwei), {}],
  ['several coins where a coin is worth little', priced(500_000n * gwei, gwei), {}],
  ['a tip above the base fee where both are small', priced(7n, gwei), {}],
  [
    'a high one that the app names, which the person agreed to there',
    priced(gwei, gwei),
    { maxFeePerGas: hexOf(10n ** 17n), maxPriorityFeePerGas: '0x1' },
  ],
  ['a high price that the app names', priced(gwei, gwei), { gasPrice: hexOf(10n ** 17n) }],
])('takes %s', async (_, ask, given) => {
  const asked = readTransaction({ ...payment, ...given }, 'eip155:1')
  const prepared = await prepareTransaction(ask, asked, { networkId: 'eip155:1', coin })
  expect(prepared.value).toBe(10n ** 18n)
})
