import { type Address, isAddressEqual, type Transaction } from 'viem'
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { isAnswer } from '../isAnswer.js'

/** Every node knows the state of so many blocks; older ones take an archive. */
const knownBlocks = 100n

export interface NonceUse {
  readonly from: Address
  readonly nonce: number
  /** A block before the use. */
  readonly sentAfter: bigint
}

/**
 * The transaction that used a nonce which is used by now, found by halving: a handful of small questions and one block.
 * `undefined` when no node knows the state of then.
 */
export async function findUseOfNonce(
  client: EvmClient,
  { from, nonce, sentAfter }: NonceUse,
): Promise<Transaction | undefined> {
  const isUsedBy = async (blockNumber: bigint) =>
    (await getTransactionCount(client, { address: from, blockNumber })) > nonce
  let high = await getBlockNumber(client, { cacheTime: 0 })
  let low = sentAfter
  try {
    const recent = high - knownBlocks
    if (recent > low) {
      if (await isUsedBy(recent)) high = recent
      else low = recent
    }
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if (await isUsedBy(middle)) high = middle
      else low = middle
    }
  } catch (error) {
    // The node answered that it cannot say; a fault on the way is tried again.
    if (isAnswer(error)) return undefined
    throw error
  }
  const { transactions } = await getBlock(client, { blockNumber: high, includeTransactions: true })
  return transactions.find((other) => other.nonce === nonce && isAddressEqual(other.from, from)) as
    | Transaction
    | undefined
}
