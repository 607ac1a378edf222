import { type Account, type NetworkId, token } from '@latchkey/kernel/plugin'
import type { PsbtInput } from './provider.js'

export interface SignPsbtRequest {
  readonly account: Account
  readonly networkId: NetworkId
  /** What `Connection.provider('bip122')` answered. */
  readonly provider: unknown
  /** Base64, hex, or bytes (BIP-174, with the fields of BIP-371 for taproot). */
  readonly psbt: string | Uint8Array
  /**
   * Which inputs to sign. Default every input that the account's address can spend and that is not complete yet. An
   * input of another account of the same wallet names its address.
   */
  readonly inputs?: readonly (Omit<PsbtInput, 'address'> & { readonly address?: string })[]
  /** Turn signatures into final scripts; every input must then be complete. Default false. */
  readonly finalise?: boolean
  /** Finalise and send. Default false. */
  readonly broadcast?: boolean
  readonly signal?: AbortSignal
}

export interface SignedPsbt {
  /** Base64. It may be partly signed where others have to sign, too. */
  readonly psbt: string
  /** Whether every input is signed. */
  readonly complete: boolean
  /** The transaction as hex, when it was finalised. */
  readonly transaction?: string
  /** When it was finalised. */
  readonly transactionId?: string
}

/**
 * Signs partially signed transactions. The wallet only signs: what it answers is compared with what was asked, its
 * signatures are checked, and finalising and sending happen here.
 */
export interface SignPsbtCapability {
  /**
   * @throws BaseError `PSBT_INVALID`, `PSBT_INPUT_INVALID`, `PSBT_NOTHING_TO_SIGN`, `PSBT_SIGHASH_UNUSUAL`,
   *   `PSBT_INCOMPLETE`; ConnectorError `USER_REJECTED`, `WALLET_ANSWER_INVALID`, `WALLET_CHANGED_TRANSACTION`;
   *   NetworkError `TRANSACTION_REFUSED`.
   */
  sign(request: SignPsbtRequest): Promise<SignedPsbt>
}

export const SignPsbt = token<SignPsbtCapability>('latchkey.bip122.signPsbt/1')
