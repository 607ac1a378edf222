/** Why a payment doesn't settle a bill. Codes are stable: shops may switch on them. */
export type PaymentRefusalCode =
  /** The bill itself can't be read, so that no payment settles it. */
  | 'BILL_INVALID'
  /** No verifier was listed for the network of the bill. */
  | 'NETWORK_UNSUPPORTED'
  /** The verifier of the network can't check payments of this asset. */
  | 'ASSET_UNSUPPORTED'
  /** What was reported has not the form of a transaction's id on this network. */
  | 'TRANSACTION_MALFORMED'
  /** The network doesn't know the transaction yet, or never will. Ask again. */
  | 'TRANSACTION_UNKNOWN'
  /** The transaction is in a block that may still be replaced. Ask again. */
  | 'TRANSACTION_UNCONFIRMED'
  /** The chain refused the transaction: it paid nothing. */
  | 'TRANSACTION_FAILED'
  /** The transaction is of a form that this verifier can't read. Look at it in an explorer, and update the package. */
  | 'TRANSACTION_UNREADABLE'
  /** It paid with something else than the bill asks for. */
  | 'ASSET_WRONG'
  /** It paid somebody else than the bill's receiver. */
  | 'RECEIVER_WRONG'
  /** It paid less than the bill asks for. */
  | 'AMOUNT_TOO_LOW'
  /** It paid more than the bill asks for: give the rest back, or settle it by hand. */
  | 'AMOUNT_TOO_HIGH'
  /** Somebody else than the bill's `payer` paid. */
  | 'PAYER_WRONG'
  /** The transfer has not the references or the memo of the bill. */
  | 'REFERENCE_MISSING'
  /** It was paid before the bill was made: the payment is of another order. */
  | 'PAID_TOO_EARLY'
  /** It was paid after the bill had ended. */
  | 'PAID_TOO_LATE'
  /** The payment has settled another bill. */
  | 'PAYMENT_USED'
  /** Another payment has settled the bill. */
  | 'BILL_PAID'
  /** The node didn't answer, so that nothing is known. Ask again. */
  | 'NODE_UNREACHABLE'

/** A payment that doesn't settle the bill, or not yet. */
export interface PaymentRefusal {
  readonly ok: false
  readonly code: PaymentRefusalCode
  /** What was found and what was expected: a sentence for the shop's log and for its support. */
  readonly detail: string
  /** Ask again later: the chain hasn't decided, or the node didn't answer. */
  readonly retry: boolean
}

const retried: readonly PaymentRefusalCode[] = [
  'TRANSACTION_UNKNOWN',
  'TRANSACTION_UNCONFIRMED',
  'NODE_UNREACHABLE',
]

/** Makes a {@link PaymentRefusal}. */
export function refuse(code: PaymentRefusalCode, detail: string): PaymentRefusal {
  return { ok: false, code, detail, retry: retried.includes(code) }
}
