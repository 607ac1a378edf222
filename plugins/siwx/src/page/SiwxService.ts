import type { AccountId } from '@latchkey/kernel/contracts'
import { type BaseError, event, type NetworkId, route, token } from '@latchkey/kernel/plugin'
import type { SiwxSessionRecord } from './SiwxStorage.js'

/**
 * `notNeeded`: the storage does not cover the network. `unsupported`: the wallet stands on a network the host does not
 * list; nobody is asked there. `unavailable`: the storage could not be read.
 */
export type SiwxStatus = 'checking' | 'signedOut' | 'signedIn' | 'notNeeded' | 'unsupported' | 'unavailable'

export interface SiwxState {
  readonly required: boolean
  readonly phase: 'idle' | 'signing' | 'cancelling'
  /** CAIP-10 id of the active account on the active network; undefined while none is connected. */
  readonly accountId: AccountId | undefined
  /** By CAIP-10 id, for every account and network that was active on this page. */
  readonly statuses: Readonly<Record<AccountId, SiwxStatus>>
  /** Everything that is signed in, as last read. */
  readonly sessions: readonly SiwxSessionRecord[]
  /** Why the last attempt failed. */
  readonly error: BaseError | undefined
}

export interface SiwxService {
  readonly state: SiwxState
  /** Status of the active account; undefined while none is connected. */
  readonly status: SiwxStatus | undefined
  /**
   * Asks the wallet to sign in the active account, and stores what it signed. True when the account is signed in;
   * false when it failed (`state.error` says why, and a person has been told) or was called off.
   * @throws BaseError `ACTIVE_ADDRESS_MISSING` while nothing is connected, `UNSUPPORTED_CHAIN` on a network the host
   *   does not list.
   */
  sign(): Promise<boolean>
  /**
   * Says no. With `required` the account or network that was signed in before becomes active again, or else the wallet
   * is disconnected; a second call while the wallet is still asked about it disconnects at once. Without `required`
   * the view closes and the account stays connected, signed out.
   */
  cancel(): Promise<void>
  /** Ends one session by CAIP-10 id, or all. With `required` an active account is asked to sign in again. */
  signOut(accountId?: AccountId): Promise<void>
  /** Reads the storage again. */
  getSessions(): Promise<readonly SiwxSessionRecord[]>
}

export const Siwx = token<SiwxService>('latchkey.siwx')

/** The view that asks for the signature. Drawn by `@latchkey/plugin-siwx/react`. */
export const SiwxSignMessageRoute = route('SIWXSignMessage')

/** The same view under the name of the older, EVM-only sign-in, for a host that opens it by that name. */
export const ConnectingSiweRoute = route('ConnectingSiwe')

interface Attempt {
  readonly networkId: NetworkId
  readonly isSmartAccount: boolean
}

export const SiwxSignClicked = event<Attempt>('CLICK_SIGN_SIWX_MESSAGE')
export const SiwxCancelClicked = event<Attempt>('CLICK_CANCEL_SIWX')
export const SiwxSucceeded = event<Attempt>('SIWX_AUTH_SUCCESS')
export const SiwxFailed = event<Attempt & { readonly code: string }>('SIWX_AUTH_ERROR')
export const SiwxSignedOut = event<{ readonly accountIds: readonly AccountId[] }>('SIWX_SIGN_OUT')
