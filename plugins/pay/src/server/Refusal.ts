/** Why a payment doesn't settle a bill. Codes are stable: shops may switch on them. */
export type PaymentRefusalCode =
  | 'BILL_INVALID'
  | 'NETWORK_UNSUPPORTED'
  | 'ASSET_UNSUPPORTED'
  | 'TRANSACTION_MALFORMED'
  | 'TRANSACTION_UNKNOWN'
  | 'TRANSACTION_UNCONFIRMED'
  | 'TRANSACTION_FAILED'
  | 'TRANSACTION_UNREADABLE'
  | 'ASSET_WRONG'
  | 'RECEIVER_WRONG'
  | 'AMOUNT_TOO_LOW'
  | 'AMOUNT_TOO_HIGH'
  | 'PAYER_WRONG'
  | 'REFERENCE_MISSING'
  | 'PAID_TOO_EARLY'
  | 'PAID_TOO_LATE'
  | 'PAYMENT_USED'
  | 'BILL_PAID'
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
