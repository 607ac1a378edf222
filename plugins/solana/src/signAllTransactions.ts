import { type Account, type NetworkId, token } from '@latchkey/kernel/plugin'

export interface SignAllTransactionsRequest {
  readonly account: Account
  readonly networkId: NetworkId
  readonly provider: unknown
  /** Wire bytes, legacy or version 0. */
  readonly transactions: readonly Uint8Array[]
}

/** Signs several transactions with one approval. */
export interface SignAllTransactionsCapability {
  /**
   * Answers the signed forms in the same order. The wallet may have changed them: send what came back.
   *
   * @throws ConnectorError `USER_REJECTED`, `WALLET_FEATURE_MISSING`, `WALLET_ANSWER_INVALID`.
   */
  sign(request: SignAllTransactionsRequest): Promise<readonly Uint8Array[]>
}

export const SignAllTransactions = token<SignAllTransactionsCapability>(
  'latchkey.capability.solana.signAllTransactions/1',
)
