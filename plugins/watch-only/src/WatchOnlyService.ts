import type { ConnectionRecord } from '@latchkey/kernel/wallet'
import { type NamespaceId, type NetworkId, token } from '@latchkey/kernel/plugin'

/** An account that can be watched. */
export interface WatchedAccount {
  readonly namespace: NamespaceId
  /** As it was typed, or as the name service gave it. */
  readonly address: string
  /** The networks of the app where this is an address, the one it was found on first. */
  readonly networkIds: readonly NetworkId[]
  /** In normal form, where a name was typed. */
  readonly name?: string | undefined
}

/** Watching accounts, for views and for a host that draws its own. */
export interface WatchOnlyService {
  /**
   * The accounts that a text stands for: an address of any chain that the app lists, a CAIP-10 account, or a name, which is
   * asked of the app's name service and else of the chain's own. Several where more than one chain knows it; never none.
   *
   * @throws BaseError `WATCH_ADDRESS_INVALID`, `WATCH_NAME_NOT_FOUND`, or what the name service throws when no other knew the name.
   */
  find(text: string, signal?: AbortSignal): Promise<readonly WatchedAccount[]>
  /**
   * Connects an account to look at, beside those that are connected. Nothing is asked of it: no wallet has a part in this.
   *
   * @throws ConnectorError `WATCH_ADDRESS_INVALID` for what is no address of the namespace, and what `session.connect` throws
   */
  watch(account: Pick<WatchedAccount, 'namespace' | 'address'>): Promise<ConnectionRecord>
}

export const WatchOnly = token<WatchOnlyService>('latchkey.watchOnly')
