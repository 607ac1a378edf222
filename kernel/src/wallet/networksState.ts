import type { NamespaceId, NetworkId } from '../contracts/caip.js'
import { event } from '../keys/event.js'
import type { Network } from '../contracts/network.js'
import { token } from '../keys/token.js'

export type ActiveNetwork =
  | { readonly status: 'supported'; readonly id: NetworkId; readonly network: Network }
  /** The wallet stands on a network that the host does not list. */
  | { readonly status: 'unsupported'; readonly id: NetworkId; readonly network?: undefined }

export interface NetworksState {
  /** CAIP-2 of the active network per namespace: the wallet's, or the chosen one while not connected. */
  readonly active: Readonly<Record<string, NetworkId>>
  /** The network a switch is under way to. */
  readonly switching: NetworkId | undefined
}

export interface NetworksService {
  readonly state: NetworksState
  /** Networks the host asked for, of one namespace or of all. */
  list(namespace?: NamespaceId): readonly Network[]
  find(networkId: NetworkId): Network | undefined
  /** The active network of a namespace, by default of the active namespace. */
  active(namespace?: NamespaceId): ActiveNetwork | undefined
  /** Whether the namespace's active wallet agreed to the network; true for all while none is connected. */
  isApproved(networkId: NetworkId): boolean
  /** Whether the namespace's active wallet may be asked for any network. */
  supportsAllNetworks(namespace: NamespaceId): boolean
  /** CAIP-2 ids to ask a wallet for, the active one of each namespace first. */
  idsFor(namespaces: readonly NamespaceId[]): readonly NetworkId[]
  /**
   * Makes a network active, asking the wallet first where one is connected, and makes its namespace the active one.
   * @throws NetworkError `NETWORK_NOT_FOUND` when the host does not list it, `NETWORK_CLOSED` when it has ended or is about to,
   *   `NETWORK_NOT_APPROVED` when the wallet cannot be asked for it; ConnectorError `USER_REJECTED` when the person declines.
   */
  switch(networkId: NetworkId): Promise<void>
}

export const Networks = token<NetworksService>('latchkey.networks')

export const NetworkSwitched = event<{ readonly networkId: NetworkId; readonly by: 'app' | 'wallet' }>(
  'SWITCH_NETWORK',
)
