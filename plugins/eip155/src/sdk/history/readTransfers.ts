import { isCoinLog } from '@latchkey/kernel/chain'
import { decodeAbiParameters, type Hex } from 'viem'
import type { ReceiptLog } from './rpcSchemas.js'
import { addressOf, transferBatchTopic, transferSingleTopic, transferTopic } from './topics.js'

/** One move of a token or collectible, as a log tells it. */
export interface LoggedTransfer {
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Decimal id of a collectible; absent for a fungible token. */
  readonly id?: string
}

/** Logs anyone can write: whatever does not have the exact form of its standard is no transfer. */
const mostOfBatch = 100

/** Reads the transfers of tokens and collectibles that an account took part in out of logs. `account` is in lower case. */
export function readTransfers(logs: readonly ReceiptLog[], account: string): readonly LoggedTransfer[] {
  return logs.flatMap(readLog).filter(({ from, to }) => from === account || to === account)
}

function readLog(log: ReceiptLog): readonly LoggedTransfer[] {
  if (isCoinLog(log)) return []
  const { address, topics, data } = log
  const contract = address.toLowerCase()
  const [kind, first, second, third] = topics
  if (kind === transferTopic && first && second) {
    const ends = { contract, from: addressOf(first), to: addressOf(second) }
    if (topics.length === 4 && third && data === '0x')
      return [{ ...ends, amount: 1n, id: `${BigInt(third)}` }]
    if (topics.length === 3 && data.length === 66) return [{ ...ends, amount: BigInt(data) }]
  }
  if ((kind === transferSingleTopic || kind === transferBatchTopic) && second && third) {
    const ends = { contract, from: addressOf(second), to: addressOf(third) }
    return readAmounts(kind, data as Hex).map(([id, amount]) => ({ ...ends, amount, id: `${id}` }))
  }
  return []
}

function readAmounts(kind: string, data: Hex): readonly (readonly [id: bigint, amount: bigint])[] {
  try {
    if (kind === transferSingleTopic) {
      return [decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)]
    }
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    if (ids.length !== amounts.length) return []
    return ids.slice(0, mostOfBatch).map((id, index) => [id, amounts[index] as bigint])
  } catch {
    return []
  }
}
