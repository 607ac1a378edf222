import { type Address, isAddressEqual, type Transaction } from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { isAnswer } from '../isAnswer.js'

/** Every node knows the state of so many blocks; older ones take an archive. */
const knownBlocks = 100n

export interface NonceUse {
  readonly from: Address
  readonly nonce: number
  /** A block before the use. */
  readonly sentAfter: bigint
  /** A block by which it was used. */
  readonly usedBy: bigint
}

/** A nonce was used in a block without a transaction of it: by an authorization (EIP-7702), or two nodes contradict each other. */
export class NonceWithoutTransactionError extends Error {
  override name = 'NonceWithoutTransactionError'

  constructor({ from, nonce }: NonceUse, block: bigint) {
    super(`Nonce ${nonce} of ${from} is not in block ${block}.`)
  }
}

/**
 * The transaction that used a nonce which is used by now, found by halving: a handful of small questions and one block.
 * `undefined` when no node knows the state of then.
 *
 * @throws NonceWithoutTransactionError, and whatever a node answered that should know: to be asked again
 */
export async function findUseOfNonce(client: EvmClient, use: NonceUse): Promise<Transaction | undefined> {
  const { from, nonce, sentAfter, usedBy } = use
  const recent = usedBy - knownBlocks
  const isUsedBy = async (blockNumber: bigint): Promise<boolean | undefined> => {
    try {
      return (await getTransactionCount(client, { address: from, blockNumber })) > nonce
    } catch (error) {
      // The node answered that it cannot say; a fault on the way, or a node that lags, is asked again.
      if (blockNumber <= recent && isAnswer(error)) return undefined
      throw error
    }
  }
  let high = usedBy
  let low = sentAfter
  while (high - low > 1n) {
    const middle = high === usedBy && recent > low ? recent : (low + high) / 2n
    const isUsed = await isUsedBy(middle)
    if (isUsed === undefined) return undefined
    if (isUsed) high = middle
    else low = middle
  }
  const { transactions } = await getBlock(client, { blockNumber: high, includeTransactions: true })
  const found = transactions.find((other) => other.nonce === nonce && isAddressEqual(other.from, from))
  if (!found) throw new NonceWithoutTransactionError(use, high)
  return found as Transaction
}
