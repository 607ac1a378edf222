// Predicts moves of a coin that is also a token from the answers of such a network's node.
import { coinPlaceholder } from '@latchkey/kernel/chain'
import {
  type Address,
  type Chain,
  createClient,
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
import { celo } from 'viem/chains'
import { expect, it } from 'vitest'
import { recordingLog } from '../../../test/support.js'
import { predictCalls } from './predictCalls.js'

const account = getAddress(`0x${'aa'.repeat(20)}`)
const friend = getAddress(`0x${'bb'.repeat(20)}`)
const twin: Address = '0x471EcE3750Da237f93B8E339c536989b8978a438'

const moved = (address: Address, amount: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: account, to: friend } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})

/** Its transfers of the token leave no trace of the coin, as Celo's are made by a precompile. */
function celoNode(request: { method: string; params: any }) {
  if (request.method !== 'eth_simulateV1') throw new Error(`Not expected: ${request.method}`)
  const balances: Record<string, bigint> = { [account.toLowerCase()]: 1_000n, [friend.toLowerCase()]: 0n }
  const move = (amount: bigint) => {
    balances[account.toLowerCase()]! -= amount
    balances[friend.toLowerCase()]! += amount
  }
  const calls = request.params[0].blockStateCalls[0].calls.map(
    ({ data, value }: { data: Hex; value?: Hex }) => {
      const done = { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] }
      if (data.startsWith('0x70a08231')) {
        const balance = balances[`0x${data.slice(-40)}`] ?? 0n
        return { ...done, returnData: pad(numberToHex(balance), { size: 32 }) }
      }
      if (data === '0x') {
        move(BigInt(value ?? 0))
        return { ...done, logs: [moved(coinPlaceholder, BigInt(value ?? 0))] }
      }
      const amount = BigInt(`0x${data.slice(-64)}`)
      move(amount)
      return { ...done, logs: [moved(twin, amount)] }
    },
  )
  return [{ calls }]
}

const byValue = (value: bigint) => ({ from: account, to: friend, value, data: '0x' as const })
const byToken = (amount: bigint) => ({
  ...{ from: account, to: twin, value: 0n },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] }),
})

it.each([
  ['by its value', [byValue(5n)], -5n],
  ['by its token', [byToken(5n)], -5n],
  ['by both, as much each time', [byValue(5n), byToken(5n)], -10n],
])('tells all that leaves %s', async (_, calls, value) => {
  const client = createClient({
    chain: celo as Chain,
    transport: custom({ request: async (request) => celoNode(request) }),
  })
  const prediction = await predictCalls(client, calls, recordingLog())
  expect(prediction).toMatchObject({
    changes: [{ address: account, amount: { value, symbol: 'CELO', decimals: 18 } }],
    isShort: false,
  })
})
