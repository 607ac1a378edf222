import type { NetworkId } from '../caip.js'
import type { Versioned } from '../capability.js'
import { token } from '../token.js'
import type { TokenReference } from './amount.js'

export interface PaymentLinkRequest {
  readonly networkId: NetworkId
  /** Receiver, in any form that the namespace accepts. */
  readonly address: string
  /** In the smallest unit of the coin, or of `token` when given. Absent: whoever pays decides. */
  readonly amount?: bigint
  /** Absent: the native coin. */
  readonly token?: TokenReference
}

/** What somebody who pays needs. */
export interface PaymentLink {
  /** The address as the network writes it. */
  readonly address: string
  /** EIP-681, Solana Pay, BIP-21, or the plain address where a namespace has no link of its own. */
  readonly uri: string
}

/** What a person who wants to be paid shows: the address as the network writes it, and a link that wallets read. */
export interface PaymentRequestCapability extends Versioned {
  /** Whether links of the namespace can name an amount. */
  readonly amounts: boolean
  /** Whether links of the namespace can name a token. */
  readonly tokens: boolean
  /**
   * Answers `undefined` when the address cannot be paid on the network, or the host does not list it.
   * @throws BaseError `PAYMENT_REQUEST_INVALID` when the namespace has no link for what is asked.
   */
  create(request: PaymentLinkRequest): Promise<PaymentLink | undefined>
}

export const PaymentRequest = token<PaymentRequestCapability>('latchkey.capability.paymentRequest')
