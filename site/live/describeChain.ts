import { type Address, type Hex, keccak256, numberToHex, toHex, zeroHash } from 'viem'
import type { SimulatedCall, SimulatedLog, SimulatedState } from './SimulatedState.js'

/** A transaction as the chain keeps it. */
export interface Sent extends SimulatedCall {
  readonly hash: Hex
  readonly nonce: number
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly isSuccess: boolean
  readonly logs: readonly SimulatedLog[]
}

export interface Block {
  readonly number: number
  /** Seconds since 1970. */
  readonly time: number
  readonly state: SimulatedState
  readonly transaction: Sent | undefined
}

export const baseFee = 10n ** 9n
export const tip = 10n ** 8n

/** Nodes tell a movement of the coin in a simulation as a transfer of this address (`traceTransfers`). */
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'))
const padded = (account: Address): Hex => `0x${account.slice(2).toLowerCase().padStart(64, '0')}`

export function coinLogOf({ from, to, value }: SimulatedCall, isSuccess: boolean): readonly SimulatedLog[] {
  if (!isSuccess || value === 0n) return []
  return [
    {
      address: coin,
      topics: [transferTopic, padded(from), padded(to)],
      data: numberToHex(value, { size: 32 }),
    },
  ]
}

export const hashOfBlock = (number: number): Hex => keccak256(toHex(`block ${number}`))

export const placeLog = (log: SimulatedLog, { number, transaction }: Block, at: number) => ({
  ...log,
  blockNumber: numberToHex(number),
  blockHash: hashOfBlock(number),
  transactionHash: transaction?.hash ?? zeroHash,
  transactionIndex: '0x0',
  logIndex: numberToHex(at),
  removed: false,
})

export function describeBlock(block: Block, chainId: number, isFull = false) {
  const { number, time, transaction } = block
  const own = transaction ? [isFull ? describeTransaction(block, chainId) : transaction.hash] : []
  return {
    number: numberToHex(number),
    hash: hashOfBlock(number),
    parentHash: number === 0 ? zeroHash : hashOfBlock(number - 1),
    timestamp: numberToHex(time),
    baseFeePerGas: numberToHex(baseFee),
    gasLimit: numberToHex(30_000_000),
    gasUsed: numberToHex(transaction?.gas ?? 0n),
    miner: '0x0000000000000000000000000000000000000000',
    transactions: own,
  }
}

export function describeTransaction(block: Block | undefined, chainId: number) {
  if (!block?.transaction) return null
  const { hash, from, to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = block.transaction
  return {
    hash,
    from,
    to,
    type: '0x2',
    value: numberToHex(value),
    input: data,
    nonce: numberToHex(nonce),
    gas: numberToHex(gas),
    gasPrice: numberToHex(baseFee + tip),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
    chainId: numberToHex(chainId),
    accessList: [],
    blockNumber: numberToHex(block.number),
    blockHash: hashOfBlock(block.number),
    transactionIndex: '0x0',
  }
}

export function describeReceipt(block: Block | undefined) {
  if (!block?.transaction) return null
  const { hash, from, to, gas, isSuccess, logs } = block.transaction
  return {
    transactionHash: hash,
    transactionIndex: '0x0',
    blockNumber: numberToHex(block.number),
    blockHash: hashOfBlock(block.number),
    from,
    to,
    type: '0x2',
    status: isSuccess ? '0x1' : '0x0',
    gasUsed: numberToHex(gas),
    cumulativeGasUsed: numberToHex(gas),
    effectiveGasPrice: numberToHex(baseFee + tip),
    contractAddress: null,
    logsBloom: `0x${'0'.repeat(512)}`,
    logs: logs.map((log, at) => placeLog(log, block, at)),
  }
}

export function findLogs(blocks: readonly Block[], filter: unknown, numberOf: (tag: unknown) => number) {
  const {
    fromBlock,
    toBlock,
    address,
    topics = [],
  } = filter as {
    readonly fromBlock?: Hex
    readonly toBlock?: Hex
    readonly address?: Address | readonly Address[]
    readonly topics?: readonly (Hex | readonly Hex[] | null)[]
  }
  const addresses = address === undefined ? undefined : [address].flat().map((each) => each.toLowerCase())
  const matches = ({ address: own, topics: given }: SimulatedLog) =>
    (addresses?.includes(own.toLowerCase()) ?? true) &&
    topics.every((wanted, at) => wanted === null || [wanted].flat().includes(given[at] ?? '0x'))
  return blocks
    .slice(numberOf(fromBlock), numberOf(toBlock) + 1)
    .flatMap((block) =>
      (block.transaction?.logs ?? []).flatMap((log, at) => (matches(log) ? [placeLog(log, block, at)] : [])),
    )
}

export function feeHistory(count: number, newest: number) {
  const blocks = Math.min(count, newest + 1)
  return {
    oldestBlock: numberToHex(newest - blocks + 1),
    baseFeePerGas: Array(blocks + 1).fill(numberToHex(baseFee)),
    gasUsedRatio: Array(blocks).fill(0.5),
    reward: Array(blocks).fill([numberToHex(tip)]),
  }
}
