import type { SignTransactionRequest, SubmittedTransaction } from '@latchkey/kernel/contracts'
import { token } from '@latchkey/kernel/plugin'
import type { SolanaCommitment } from './networks.js'

/** What the node that takes the transaction is told. */
export interface SendTransactionOptions {
  /** Send without trying the transaction first. Default false. */
  readonly skipPreflight?: boolean | undefined
  /** What the trial is made against. Default the network's commitment. */
  readonly preflightCommitment?: SolanaCommitment | undefined
  /** How often the node sends on by itself. Default until the block hash expires. */
  readonly maxRetries?: number | undefined
  /** The node must have seen this slot. */
  readonly minContextSlot?: number | undefined
}

export interface SignAndSendTransactionRequest extends SignTransactionRequest {
  readonly options?: SendTransactionOptions
}

/** Has the wallet sign and send; with a wallet that only signs, the signed form goes to the network's own endpoints. */
export interface SignAndSendTransactionCapability {
  /**
   * Answers once the transaction is on its way; `wait` of the answer settles when the chain has decided. It says `failed`
   * when the wallet sent another transaction than it was given.
   *
   * @throws ConnectorError `USER_REJECTED`, `WALLET_FEATURE_MISSING`, `WALLET_ANSWER_INVALID`; what the node said.
   */
  send(request: SignAndSendTransactionRequest): Promise<SubmittedTransaction>
}

export const SignAndSendTransaction = token<SignAndSendTransactionCapability>(
  'latchkey.capability.solana.signAndSendTransaction/1',
)
