import { type NetworkId, token } from '@latchkey/kernel/plugin'
import type { GivenPermission } from './sdk/redeemCalls.js'
import type { Terms } from './sdk/terms.js'

/** What an app asks for: what, how much, until when and for whom. */
export interface SessionRequest extends Omit<Terms, 'from' | 'nonce'> {
  /** When it begins, in seconds since 1970. Default: at once. */
  readonly from?: number
}

/** A permission that an account gave. */
export interface SmartSession {
  /** The contracts' hash of the permission. */
  readonly id: string
  readonly networkId: NetworkId
  /** The account. */
  readonly address: string
  /** What it allows. `undefined` when it has limits that this package doesn't know. */
  readonly terms: Terms | undefined
  /** For `redeemCalls` of `@latchkey/plugin-smart-sessions/delegations`. */
  readonly permission: GivenPermission
}

/** `unknown` while the network's node doesn't answer. */
export type SessionStatus = 'active' | 'expired' | 'ended' | 'unknown'

/** A permission, with its state on the chain. */
export interface ListedSession extends SmartSession {
  readonly status: SessionStatus
  /** What may still be spent, altogether or in the current period, in the smallest unit. */
  readonly left: bigint | undefined
  /** How many calls may still be made. `undefined` without a limit. */
  readonly callsLeft: bigint | undefined
  /**
   * The coin or token of the amounts; of calls, the coin that each may send along. `undefined` for a token without a usable symbol
   * or decimals, and where the network's coin isn't known.
   */
  readonly asset: { readonly symbol: string; readonly decimals: number } | undefined
}

export interface SmartSessionsState {
  /** Permissions of the account that is in use. Empty before `read`. */
  readonly sessions: readonly ListedSession[]
  readonly status: 'idle' | 'reading' | 'ready'
}

export interface SmartSessionsService {
  readonly state: SmartSessionsState
  /**
   * Asks the wallet for permissions (ERC-7715), which the person agrees to in the wallet. Resolves when contracts will keep
   * them to their limits.
   *
   * @throws BaseError `SESSIONS_UNSUPPORTED` when the wallet or the account can't give any, `SESSIONS_ANSWER_OTHER` when it
   *   gave something else, `SESSIONS_NO_WALLET`; UserRejectedError
   */
  grant(requests: readonly SessionRequest[]): Promise<readonly SmartSession[]>
  /** Reads the permissions of the account in use, and their state on the chain. */
  read(): Promise<void>
  /**
   * Ends permissions on the chain, which the person agrees to in the wallet and pays the network fee of.
   *
   * @throws BaseError `SESSIONS_NOT_ENDED` when the chain still has one, `SESSIONS_NETWORK_OTHER`, `SESSIONS_NO_WALLET`
   */
  end(ids: readonly string[]): Promise<void>
  /**
   * Ends every permission of the account on the network in use, also those that were given in other apps or that no list has any
   * more, by one transaction. The embedded wallet's smart account can.
   *
   * @throws BaseError `SESSIONS_ALL_UNSUPPORTED` when the wallet can't, `SESSIONS_NOT_ENDED` when the chain still has one,
   *   `SESSIONS_NO_WALLET`; UserRejectedError
   */
  endAll(): Promise<void>
  /** Ends every listed permission that is active, then disconnects. Stays connected if one of them couldn't be ended. */
  endAllAndDisconnect(): Promise<void>
}

export const SmartSessions = token<SmartSessionsService>('latchkey.smartSessions')
