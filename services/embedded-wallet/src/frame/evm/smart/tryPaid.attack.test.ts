// Paymasters and tokens that hide what the fee is taken in, against what the node's trial shows.
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  pad,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Client } from '../node.js'
import { factsOfTrial, tryCalls } from '../tryCalls.js'
import { contracts, eventAbi } from './contracts.js'
import type { Operation } from './signOperation.js'
import { tryPaid } from './tryPaid.js'
import { inEnglish } from '../../../../test/inEnglish.js'

const sender: Hex = `0x${'1'.repeat(40)}`
const paymaster: Hex = `0x${'3'.repeat(40)}`
const operation: Operation = {
  ...{ sender, paymaster, paymasterData: '0x', callData: '0x1234', signature: '0x', nonce: 1n },
  ...{ callGasLimit: 1n, verificationGasLimit: 2n, preVerificationGas: 3n },
  ...{ maxFeePerGas: 4n, maxPriorityFeePerGas: 5n },
}
const tokenAt = (index: number): Hex => toHex(0x70000 + index, { size: 20 })
const shown = { gasUsed: [], doesFail: false, isPartial: false, changes: [], allowances: [], logs: [] }

const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const transferOf = (address: Hex) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: sender, to: paymaster } }),
  data: word(1n),
})
const doneWith = (success: boolean) => ({
  address: contracts.entryPoint,
  topics: encodeEventTopics({
    abi: eventAbi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: pad('0x1'), sender, paymaster },
  }),
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [1n, success, 1n, 1n],
  ),
})

interface Told {
  readonly tokens?: readonly Hex[]
  readonly isDone?: boolean
  /** Balances before and after, of each token. */
  readonly balances?: readonly [bigint, bigint]
}

/** A node that tells of transfers, and of balances before and after them. */
function createNode({ tokens = [], isDone = true, balances = [5n, 5n] }: Told) {
  const asked: any[] = []
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [sender] })
  const client = {
    getCode: async () => '0x6000',
    chain: { id: 1 },
    simulateBlocks: async ({ blocks: [block] }: any) => {
      asked.push(block)
      let hasSent = false
      const calls = block.calls.map(({ data, value }: any) => {
        if (value !== undefined) {
          hasSent = true
          const logs = [...tokens.map(transferOf), doneWith(isDone)]
          return { status: 'success', data: '0x', gasUsed: 1n, logs }
        }
        const isBalance = data === balanceOf
        return isBalance
          ? { status: 'success', data: word(balances[hasSent ? 1 : 0]) }
          : { status: 'failure' }
      })
      return [{ calls }]
    },
  }
  return { client: client as unknown as Client, asked }
}

describe('what a paymaster takes', () => {
  test('is told where the calls bring exactly as much of it', async () => {
    const { client } = createNode({ tokens: [tokenAt(0)] })
    const changes = [{ token: tokenAt(0), difference: 7n }]
    const tried = await tryPaid(client, operation, { ...shown, changes }, 1)
    expect(tried).toMatchObject({ isRefused: false, taken: [{ token: tokenAt(0), difference: -7n }] })
  })

  test('can’t hide behind tokens that say they moved: then the person pays', async () => {
    const tokens = Array.from({ length: 21 }, (_, index) => tokenAt(index))
    expect(await tryPaid(createNode({ tokens }).client, operation, shown, 1)).toBeUndefined()
    const { client } = createNode({ tokens: tokens.slice(1) })
    expect(await tryPaid(client, operation, shown, 1)).toMatchObject({ isRefused: false, taken: [] })
    const isPartial = true
    expect(await tryPaid(client, operation, { ...shown, isPartial }, 1)).toBeUndefined()
  })

  test('isn’t to be paid where its contract makes the calls fail', async () => {
    const { client } = createNode({ isDone: false })
    expect(await tryPaid(client, operation, shown, 1)).toMatchObject({ isRefused: true })
  })

  test('is tried by another bundler and with another signature each time', async () => {
    const { client, asked } = createNode({})
    await tryPaid(client, operation, shown, 1)
    await tryPaid(client, operation, shown, 1)
    const [first, second] = asked.map(({ calls }) => calls[0])
    expect(first.from).not.toBe(second.from)
    expect(first.data.replaceAll(first.from.slice(2), '')).not.toBe(
      second.data.replaceAll(second.from.slice(2), ''),
    )
  })
})

test('an app’s calls can’t hide a token behind others: the preview says that there are more', async () => {
  const tokens = Array.from({ length: 21 }, (_, index) => tokenAt(index))
  const trial = await tryCalls(createNode({ tokens }).client, sender, [{ to: paymaster, value: 0n }])
  expect(inEnglish(factsOfTrial(trial, 'ETH'))).toContainEqual({
    name: 'Result',
    value: 'More happens than can be listed here. Continue only if you trust the app',
    isWarning: true,
  })
})
