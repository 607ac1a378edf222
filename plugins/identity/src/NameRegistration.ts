import { type BaseError, type NetworkId, token } from '@latchkey/kernel/plugin'
import type { NameSuggestion } from '@latchkey/kernel/contracts'

export interface NameRegistrationState {
  /** What the person typed, kept while the wallet is asked. */
  readonly part: string
  /** The whole name whose registration waits for the wallet and the registry. */
  readonly pending: string | undefined
  /** Why the last registration did not work; nothing when the person declined. */
  readonly error: BaseError | undefined
}

/** Taking a name for the active account, where a registry is provided. */
export interface NameRegistrationService {
  readonly state: NameRegistrationState
  /** What follows the chosen part; `undefined` without a registry. */
  readonly zone: string | undefined
  /** Whether accounts of the network can take a name. */
  supports(networkId: NetworkId): boolean
  setPart(part: string): void
  /** The part itself first, then others like it. */
  suggest(part: string, signal?: AbortSignal): Promise<readonly NameSuggestion[]>
  /** Names that the active account owns already. @throws BaseError `NAME_ACCOUNT_MISSING`, `NAME_REGISTRY_MISSING` */
  owned(signal?: AbortSignal): Promise<readonly string[]>
  /** Opens the first view. */
  open(): void
  /**
   * Registers the whole name for the active account: shows it in the approval view while the wallet signs, then the
   * success view. Never rejects; `state.error` says why it did not work: `NAME_ACCOUNT_MISSING` while nothing is
   * connected, `NAME_NETWORK_UNSUPPORTED`, `NAME_REGISTRY_MISSING`, or what registry and wallet said.
   */
  register(name: string): Promise<void>
}

export const NameRegistration = token<NameRegistrationService>('latchkey.identity.nameRegistration')
