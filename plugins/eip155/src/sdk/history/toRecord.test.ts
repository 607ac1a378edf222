import { expect, it } from 'vitest'
import { toRecord } from './toRecord.js'

const hex = (digit: string, length: number) => `0x${digit.repeat(length)}` as const
const account = hex('a', 40)
const created = hex('1', 40)

it('says where the coins of a payable constructor went, as explorers do', async () => {
  const transaction = {
    ...{ hash: hex('9', 64), from: account, to: null, value: 7n, input: '0x6000' },
    ...{ blockNumber: 1n, transactionIndex: 0n },
  }
  const receipt = {
    ...{ transactionHash: hex('9', 64), status: 1n, gasUsed: 1n, effectiveGasPrice: 1n },
    ...{ contractAddress: created, logs: [] },
  }
  const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const tools = { networkId: 'eip155:1', coin, account, facts: async () => ({}) as never } as const
  const record = await toRecord({ transaction, receipt, timestamp: 1n }, tools)
  expect(record).toMatchObject({
    operation: 'deploy',
    to: created,
    transfers: [{ direction: 'out', amount: { value: 7n }, to: created }],
  })
})
