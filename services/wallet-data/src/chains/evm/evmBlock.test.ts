// Blocks of a real chain, read plainly and through a node that logs the coin's moves (EIP-7708).
import { type CoinLogs, type EvmStack, startCoinLogs, startEvm } from '@latchkey/devstack/evm'
import { createPublicClient, type Hex, http, padHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBlock } from './evmBlock.js'
import { createInternalTransfers } from './internalTransfers.js'

/** Passes the value of a call on to the account that its data names. */
const passOn: Hex = '0x6000600060006000346000355af100'
const contract: Hex = '0x00000000000000000000000000000000000fa550'

let stack: EvmStack
let node: CoinLogs
beforeAll(async () => {
  stack = await startEvm()
  await stack.client.setCode({ address: contract, bytecode: passOn })
  node = await startCoinLogs({ url: stack.url, simulations: 'logged' })
})
afterAll(async () => {
  await node?.stop()
  await stack?.stop()
})

const lower = (address: string) => address.toLowerCase()

async function transact(to: Hex, value: bigint, data: Hex = '0x'): Promise<number> {
  const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const hash = await stack.client.sendTransaction({
    account,
    to,
    value,
    data,
    gas: 200_000n,
    chain: stack.chain,
  })
  return Number((await stack.client.waitForTransactionReceipt({ hash })).blockNumber)
}

async function movementsAt(height: number, url: string, traces: boolean) {
  const client = createPublicClient({ transport: http(url) })
  const readInternal = traces ? createInternalTransfers(client as never) : async () => []
  const { transactions } = await readBlock(client as never, height, readInternal)
  return transactions.flatMap(({ movements }) => movements)
}

it.each([
  ['a payment', () => stack.accounts[5]!.address, () => '0x' as Hex],
  ['a payment that a contract passes on', () => contract, () => padHex(stack.accounts[6]!.address)],
  ['a payment that comes back', () => contract, () => padHex(stack.accounts[0]!.address)],
  ['a payment to oneself', () => stack.accounts[0]!.address, () => '0x' as Hex],
])('%s is the same by the network’s logs as by traces, and counts once', async (_, to, data) => {
  const height = await transact(to(), 40n, data())
  const byTraces = await movementsAt(height, stack.url, true)
  expect(byTraces[0]).toMatchObject({ asset: '', sender: lower(stack.accounts[0]!.address), amount: 40n })
  expect(await movementsAt(height, node.url, true)).toEqual(byTraces)
  expect(await movementsAt(height, node.url, false)).toEqual(byTraces)
})

it.each([
  ['before Isthmus', { l1Fee: '0x7' }, 7n],
  ['since Isthmus', { l1Fee: '0x7', operatorFeeScalar: '0xf4240', operatorFeeConstant: '0x5' }, 21_012n],
  [
    'since Jovian',
    { operatorFeeScalar: '0x2', operatorFeeConstant: '0x5', daFootprintGasScalar: '0x190' },
    4_200_005n,
  ],
])('a rollup’s fee %s has what it charges beside the gas', async (_, charged, beside) => {
  const height = await transact(stack.accounts[5]!.address, 1n)
  const client = createPublicClient({ transport: http(stack.url) })
  const read = async (added: object) => {
    const request = async (call: { method: string }) => {
      const answer = (await client.request(call as never)) as unknown
      if (call.method !== 'eth_getBlockReceipts') return answer
      return (answer as object[]).map((receipt) => ({ ...receipt, ...added }))
    }
    const { transactions } = await readBlock({ request } as never, height, async () => [])
    return transactions[0]?.fee ?? 0n
  }
  expect((await read(charged)) - (await read({}))).toBe(beside)
})
