import { copyList, invalidAnswer } from '@latchkey/kernel/chain'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { describe } from '../../connect/answers.js'

/** What a wallet says of calls that it took together (EIP-5792, `wallet_getCallsStatus`). */
export interface BundleStatus {
  readonly state: 'pending' | 'confirmed' | 'notSent' | 'reverted' | 'partial'
  /** Hashes of the transactions it names, each once. */
  readonly transactions: readonly Hex[]
  /** Where it says that it did them. Absent when it doesn't say. */
  readonly chainId?: number
}

const Hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const Receipt = z.object({ transactionHash: Hash })
const Status = z.object({
  status: z.union([z.number(), z.string()]),
  receipts: z.optional(z.unknown()),
  chainId: z.optional(z.unknown()),
})
const ChainId = z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i))

/** By hundreds: codes that are added later fall among those that are known. */
const states = new Map<number, BundleStatus['state']>([
  [1, 'pending'],
  [2, 'confirmed'],
  [4, 'notSent'],
  [5, 'reverted'],
  [6, 'partial'],
])
/** The words before version 2.0.0. */
const words = new Map<string, BundleStatus['state']>([
  ['PENDING', 'pending'],
  ['CONFIRMED', 'confirmed'],
])
/** Some wallets write the number as they write all others of JSON-RPC. */
const hexNumber = /^0x[0-9a-f]{1,4}$/i

function stateOf(status: number | string): BundleStatus['state'] | undefined {
  if (typeof status === 'string' && !hexNumber.test(status)) return words.get(status)
  // no money: a code
  return states.get(Math.floor(Number(status) / 100))
}

const receiptLimit = 200

/** @throws ConnectorError `WALLET_ANSWER_INVALID` */
export function readBundleStatus(answer: unknown): BundleStatus {
  const method = 'wallet_getCallsStatus'
  const parsed = z.safeParse(Status, answer)
  if (!parsed.success) throw invalidAnswer('The wallet', method, describe(answer))
  const { status } = parsed.data
  const state = stateOf(status)
  if (state === undefined) throw invalidAnswer('The wallet', method, `status ${describe(status)}`)
  const list = parsed.data.receipts === undefined ? [] : copyList(parsed.data.receipts, receiptLimit)
  const receipts = z.safeParse(z.array(Receipt), list)
  if (!receipts.success) throw invalidAnswer('The wallet', method, 'receipts of another form')
  const hashes = receipts.data.map(({ transactionHash }) => transactionHash.toLowerCase() as Hex)
  const chainId = z.safeParse(ChainId, parsed.data.chainId)
  const transactions = [...new Set(hashes)]
  // no money: a chain id
  return { state, transactions, ...(chainId.success ? { chainId: Number(chainId.data) } : {}) }
}
