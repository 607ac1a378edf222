import { BaseError } from '@latchkey/kernel/plugin'
import type { FollowRequest, SubmittedTransaction } from '@latchkey/kernel/contracts'
import { networkOf } from '../networks.js'
import type { Client } from './client.js'
import { confirmTransaction } from './confirmTransaction.js'
import { isSignature } from './sendTransaction.js'

/** Waits for a transaction of an earlier page. @throws BaseError `TRANSACTION_ID_INVALID`, NetworkError */
export async function followTransaction(
  { rpc, clock, networks }: Client,
  { networkId, id, trail, sentAt }: FollowRequest,
): Promise<SubmittedTransaction> {
  const network = networkOf(networks, networkId)
  if (!isSignature(id)) {
    throw new BaseError('This is no transaction of Solana.', { code: 'TRANSACTION_ID_INVALID' })
  }
  // no money: a height
  const lastValidBlockHeight = /^\d{1,15}$/.test(trail ?? '') ? Number(trail) : undefined
  const options = { rpc, clock, network, signature: id, lastValidBlockHeight, sentAt }
  return { id, wait: (signal) => confirmTransaction({ ...options, signal }) }
}
