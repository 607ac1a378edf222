/** What the wallet's user lets a dapp have; a missing list means everything the wallet supports. */
export interface PartialApproval {
  /** CAIP-2 namespaces, such as `eip155`. */
  readonly namespaces?: readonly string[]
  /** CAIP-2 ids, such as `eip155:1`. */
  readonly chains?: readonly string[]
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
}

/** An error as the dapp will see it. */
export interface Rejection {
  readonly code: number
  readonly message: string
}

/**
 * How the wallet's user behaves when asked:
 *
 * - `approve`: at once, everything
 * - `reject`: at once, with WalletConnect's 5000
 * - `queue` (default): the test decides, through `next()` or `pending`
 * - `ignore`: never answers
 * - an object: approve in part, reject with a given error, or do either after a while
 */
export type WalletPolicy =
  | 'approve'
  | 'reject'
  | 'queue'
  | 'ignore'
  | { readonly approve: PartialApproval }
  | { readonly reject: Rejection }
  | { readonly after: number; readonly verdict: 'approve' | 'reject' }

export type DecisionKind = 'proposal' | 'request' | 'authentication'

export type WalletPolicies = { readonly [kind in DecisionKind]: WalletPolicy }

/** WalletConnect error codes, section "Rejected (CAIP-25)". */
export const userRejected: Rejection = { code: 5000, message: 'User rejected.' }

/** Something the wallet was asked and has not answered. Answering twice is an error. */
export interface Decision {
  readonly kind: DecisionKind
  /** JSON-RPC id of the dapp's message. */
  readonly id: number
  /** Session topic of a request, pairing topic otherwise. */
  readonly topic: string
  /** The RPC method of a request, the WalletConnect method otherwise. */
  readonly method: string
  /** CAIP-2 id a request is for. */
  readonly chainId: string | undefined
  readonly params: unknown
  approve(approval?: PartialApproval): Promise<void>
  reject(rejection?: Rejection): Promise<void>
  /** Answers a request with a result as it is and does nothing: a wallet that says so and does not. */
  answer(result: unknown): Promise<void>
}

/** What became of a decision, in order of answering: lets a test count signatures. */
export interface Answer {
  readonly kind: DecisionKind
  readonly id: number
  readonly method: string
  /** CAIP-2 id of the network that was asked for. */
  readonly chainId: string | undefined
  readonly outcome: 'approved' | 'rejected' | 'failed'
}
