import { capabilityToken } from './capabilityToken.js'
import type { NetworkId } from '../caip.js'
import type { Amount, TokenReference } from './amount.js'
import type { HistoryGap, HistoryPage } from './history.js'
import type { CodedSentence } from '../words.js'

export interface AllowancesRequest {
  readonly networkId: NetworkId
  /** Whose tokens may be moved, in the namespace's own form. */
  readonly address: string
  /**
   * Ids of an earlier answer. A chain that supports them returns only those of them that still stand; the others ignore them and return
   * all approvals.
   */
  readonly ids?: readonly string[]
  /**
   * Addresses of tokens that the account is known to hold, in the namespace's own form. A chain on which anybody can write
   * approvals keeps room for theirs, so that those of made-up tokens can't hide them. Default none.
   */
  readonly tokens?: readonly string[]
  readonly signal?: AbortSignal
}

/** What somebody else may move out of an account, as the chain says now. */
export interface StandingAllowance {
  /** Unique among those of the account, and the same when it is read again. */
  readonly id: string
  /** The token, or the collection with 0 decimals where `collectible` is given. Anybody can make one that says anything. */
  readonly token: TokenReference
  /** Present when collectibles (NFTs) are meant: one of them by its id, or the whole collection. */
  readonly collectible?: { readonly id?: string }
  /** Who may move it, in the namespace's own form. */
  readonly spender: string
  /** In the token's smallest unit. */
  readonly amount: bigint | 'unlimited'
  /** What could be moved now: the allowance, or what the account holds where that is less. Absent where nothing tells. */
  readonly atRisk?: Amount
  /** A contract that keeps allowances for others, of which this is one: Permit2. */
  readonly keeper?: { readonly address: string; readonly name: string }
  /** Milliseconds since the epoch after which it ends by itself. */
  readonly expiresAt?: number
  /** What takes it back, in the namespace's own calls: for `Calls`. */
  readonly revoke: readonly unknown[]
}

export interface AllowancesAnswer {
  /** Newest first. */
  readonly allowances: readonly StandingAllowance[]
  /** How far back was looked, when that is not to the account's beginning. */
  readonly searched?: HistoryPage['searched']
  /** What may be missing all the same. */
  readonly gaps: readonly HistoryGap[]
  /** Who else can move or close what the account holds, where the owner has no say. `noticeWords` makes it translatable. */
  readonly notices?: readonly CodedSentence[]
}

/** Finds what others may move out of an account. */
export interface AllowancesCapability {
  /** @throws NetworkError when no endpoint answers. */
  read(request: AllowancesRequest): Promise<AllowancesAnswer>
}

export const Allowances = capabilityToken<AllowancesCapability>('latchkey.capability.allowances/1', ['read'])
