// The screen on which a person agrees tells all that leaves of a coin that is also a token, from the answers of such a
// network's node.
import { coinPlaceholder } from '../../../../../kernel/src/chain/coinMoves.js'
import {
  type Address,
  type Chain,
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  pad,
} from 'viem'
import { zksync } from 'viem/chains'
import { expect, it } from 'vitest'
import { tryCalls } from './tryCalls.js'

const account = getAddress(`0x${'aa'.repeat(20)}`)
const friend = getAddress(`0x${'bb'.repeat(20)}`)
const twin: Address = '0x000000000000000000000000000000000000800A'

const moved = (address: Address, amount: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: account, to: friend } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})

/** The contract of the coin logs every move, those by value as well. */
function zksyncNode(request: { method: string; params: any }, canRead: boolean) {
  if (request.method !== 'eth_simulateV1') throw new Error(`Not expected: ${request.method}`)
  const { calls } = request.params[0].blockStateCalls[0]
  const doesAsk = calls.some(({ data }: { data?: Hex }) => data?.startsWith('0x70a08231'))
  if (doesAsk && !canRead) throw new Error('out of memory')
  let balance = 1_000n
  return [
    {
      ...{ number: '0x1', hash: pad('0x1'), timestamp: '0x1', gasLimit: '0x1', gasUsed: '0x1' },
      calls: calls.map(({ data = '0x', value = '0x0' }: { data?: Hex; value?: Hex }) => {
        const done = { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] as object[] }
        if (data.startsWith('0x70a08231'))
          return { ...done, returnData: pad(numberToHex(balance), { size: 32 }) }
        if (data !== '0x' && !data.startsWith('0xa9059cbb')) return { ...done, status: '0x0' }
        const amount = data === '0x' ? BigInt(value) : BigInt(`0x${data.slice(-64)}`)
        balance -= amount
        const traced = data === '0x' ? [moved(coinPlaceholder, amount)] : []
        return { ...done, logs: [...traced, moved(twin, amount)] }
      }),
    },
  ]
}

const byValue = (value: bigint) => ({ to: friend, value })
const byToken = (amount: bigint) => ({
  ...{ to: twin, value: 0n },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] }),
})
const trialOf = (calls: Parameters<typeof tryCalls>[2], canRead = true) => {
  const transport = custom({ request: async (request) => zksyncNode(request, canRead) }, { retryCount: 0 })
  const client = createPublicClient({ chain: zksync as Chain, transport })
  return tryCalls(client as never, account, calls)
}

it.each([
  ['by its value', [byValue(5n)], -5n],
  ['by its token', [byToken(5n)], -5n],
  ['by both, as much each time', [byValue(5n), byToken(5n)], -10n],
])('tells what leaves %s as coins, once', async (_, calls, difference) => {
  expect(await trialOf(calls)).toMatchObject({ doesFail: false, isPartial: false, changes: [{ difference }] })
})

it('tells it as coins where the node gives up on reading balances', async () => {
  expect(await trialOf([byToken(5n)], false)).toMatchObject({
    isPartial: true,
    changes: [{ difference: -5n }],
  })
})
