import type { NamespaceId, Network, NetworkId } from '@latchkey/kernel/plugin'
import { Networks } from '@latchkey/kernel/wallet'
import { networksState } from '../contain/serviceStates.js'
import { useListedNamespace } from '../useListedNamespace.js'
import { useNamespace } from '../useNamespace.js'
import { useServiceState } from '../useServiceState.js'
import { useActiveNamespace } from './useActiveNamespace.js'

export type NetworkStatus =
  | { readonly status: 'none'; readonly networkId: undefined; readonly network: undefined }
  | { readonly status: 'supported'; readonly networkId: NetworkId; readonly network: Network }
  /** The wallet stands on a network that the host does not list. */
  | { readonly status: 'unsupported'; readonly networkId: NetworkId; readonly network: undefined }

export type ActiveNetwork = NetworkStatus & {
  readonly namespace: NamespaceId | undefined
  /** The network a switch is under way to. */
  readonly switching: NetworkId | undefined
  /** Networks the host listed, of this namespace. */
  readonly networks: readonly Network[]
}

/** What `useNetwork` tells, without what it does: the account's button is there before anything can be switched. */
export function useActiveNetwork(
  options: { readonly namespace?: NamespaceId | undefined } = {},
): ActiveNetwork {
  useListedNamespace(options.namespace)
  const { active, switching } = useServiceState(Networks, networksState).state
  const activeNamespace = useActiveNamespace()
  const namespace = options.namespace ?? activeNamespace
  const networks = useNamespace(namespace)?.networks ?? []
  const shared = { namespace, switching, networks }
  const networkId = namespace === undefined ? undefined : active[namespace]
  if (networkId === undefined) return { ...shared, status: 'none', networkId: undefined, network: undefined }
  const network = networks.find(({ id }) => id === networkId)
  if (network) return { ...shared, status: 'supported', networkId, network }
  return { ...shared, status: 'unsupported', networkId, network: undefined }
}
