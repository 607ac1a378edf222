import type { NetworkId } from './caip.js'
import type { BaseError } from '../errors/base.js'
import { token } from '../keys/token.js'

/** What an account is called. Everything in it was checked: it may be shown, though it never replaces the address. */
export interface AccountIdentity {
  readonly status: 'loading' | 'success' | 'error'
  /** In normal form (ENSIP-15 for names of ENS), and pointing back to the address. */
  readonly name?: string
  /**
   * The name as it is written for people: emoji in colour. Without `name`, what registrars of the network vouch for: other
   * accounts may be called the same, and nobody can be found by it.
   */
  readonly displayName?: string
  /** Shown through the checked picture components only. */
  readonly avatar?: string
  /**
   * Why the name deserves a second look: `unusualLetters` are outside of a to z and may look like others. Do not show
   * such a name alone.
   */
  readonly caution?: 'unusualLetters'
  readonly error?: BaseError
}

export interface AccountIdentitiesService {
  /** By `networkId:address`. */
  readonly state: { readonly entries: Readonly<Record<string, AccountIdentity>> }
  get(networkId: NetworkId, address: string): AccountIdentity | undefined
  /** Looks up unless an answer is younger than 5 minutes. `force` asks in any case. Never rejects; see the entry. */
  refresh(networkId: NetworkId, address: string, options?: { force?: boolean }): Promise<void>
}

/** Names and pictures of accounts, for views that show accounts. Absent without a plugin that knows names. */
export const AccountIdentities = token<AccountIdentitiesService>('latchkey.accountIdentities')
