import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'
import type { TokenReference } from './amount.js'

export interface PaymentLinkRequest {
  readonly networkId: NetworkId
  /** Receiver, in any form that the namespace accepts. */
  readonly address: string
  /** In the smallest unit of the coin, or of `token` when given. Absent: the payer decides. */
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

/** What a payment link asks for, read to the last parameter. */
export interface PaymentLinkContent {
  /** Absent where links of the namespace name none: the network somebody is on is meant. */
  readonly networkId?: NetworkId
  /** Address, or a name where the standard allows one. */
  readonly to: string
  /** In the smallest unit, or a decimal string in whole coins or tokens, as the standard writes it. */
  readonly amount?: { readonly units: bigint } | { readonly whole: string }
  /** Contract or mint; absent for the native coin, or where the link leaves it open. */
  readonly token?: string
  /** What the payment has to include so that the payee finds it: see `SendRequest`. A feature that can't include it refuses the link. */
  readonly references?: readonly string[]
  /** Likewise. Untrusted text. */
  readonly memo?: string
  /** Who asks, and what for, in the words of the link's author. Untrusted text. */
  readonly label?: string
  readonly message?: string
}

/** Why a link cannot be paid as it asks: it breaks its standard, or wants what is not offered. */
export interface PaymentLinkProblem {
  readonly problem: 'invalid' | 'unsupported'
  /** What it was, for developers. */
  readonly detail: string
}

/** Reads links that somebody else wrote. */
export interface PaymentLinkReader {
  /** Of the URI, in lower case, without the colon: `ethereum`. */
  readonly scheme: string
  /**
   * Short names of networks that stand before an address and a colon, by which some wallets copy it: `eth` for `eip155:1`
   * (ERC-3770). Absent where the namespace has none.
   */
  shortNames?(): Promise<Readonly<Record<string, NetworkId>>>
  /** Drops nothing that changes what is paid, to whom, or how it is found: what is not understood is a problem. */
  read(link: string): Promise<PaymentLinkContent | PaymentLinkProblem>
}

/** What a person who wants to be paid shows: the address as the network writes it, and a link that wallets read. */
export interface PaymentRequestCapability {
  /** Whether links of the namespace can name an amount. */
  readonly amounts: boolean
  /** Whether links of the namespace can name a token. */
  readonly tokens: boolean
  /**
   * Answers `undefined` when the address cannot be paid on the network, or the host does not list it.
   * @throws BaseError `PAYMENT_REQUEST_INVALID` when the namespace has no link for what is asked.
   */
  create(request: PaymentLinkRequest): Promise<PaymentLink | undefined>
  /** Absent where the namespace has no link of its own. */
  readonly links?: PaymentLinkReader
}

export const PaymentRequest = capabilityToken<PaymentRequestCapability>(
  'latchkey.capability.paymentRequest/1',
  ['create'],
)
