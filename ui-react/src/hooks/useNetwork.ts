import {
  Namespace,
  Networks,
  Session,
  type NamespaceId,
  type Network,
  type NetworkId,
} from '@latchkey/kernel/plugin'
import { useSnapshot } from 'valtio/react'
import { useContributions } from '../useContributions.js'
import { useService } from '../useService.js'
import { type MutationState, useMutation } from './useMutation.js'

export interface NetworkControls {
  readonly namespace: NamespaceId | undefined
  /** The network a switch is under way to, whoever started it. */
  readonly switching: NetworkId | undefined
  /** Networks the host listed, of this namespace. */
  readonly networks: readonly Network[]
  /** Whether the active wallet may be asked for any network. */
  readonly supportsAllNetworks: boolean
  /** The last switch made through this hook. */
  readonly switchState: MutationState<NetworkId, NetworkId>
  /** Asks the wallet to switch. Never rejects: answers `undefined` on failure, and `switchState` says why. */
  switchNetwork(networkId: NetworkId): Promise<NetworkId | undefined>
  resetSwitch(): void
}

export type UseNetworkResult = NetworkControls &
  (
    | { readonly status: 'none'; readonly networkId: undefined; readonly network: undefined }
    | { readonly status: 'supported'; readonly networkId: NetworkId; readonly network: Network }
    /** The wallet stands on a network that the host does not list. */
    | { readonly status: 'unsupported'; readonly networkId: NetworkId; readonly network: undefined }
  )

/** The active network. @param options.namespace Default the active namespace. */
export function useNetwork(options: { readonly namespace?: NamespaceId } = {}): UseNetworkResult {
  const service = useService(Networks)
  const { active, switching } = useSnapshot(service.state)
  const session = useSnapshot(useService(Session).state)
  const first = useContributions(Namespace)[0]?.id
  const namespace = options.namespace ?? session.activeNamespace ?? first
  const { state, run, reset } = useMutation(async (networkId: NetworkId) => {
    await service.switch(networkId)
    return networkId
  })
  const controls: NetworkControls = {
    namespace,
    switching,
    networks: namespace === undefined ? [] : service.list(namespace),
    supportsAllNetworks: namespace === undefined || service.supportsAllNetworks(namespace),
    switchState: state,
    switchNetwork: run,
    resetSwitch: reset,
  }
  const networkId = namespace === undefined ? undefined : active[namespace]
  if (networkId === undefined)
    return { ...controls, status: 'none', networkId: undefined, network: undefined }
  const network = service.find(networkId)
  if (network) return { ...controls, status: 'supported', networkId, network }
  return { ...controls, status: 'unsupported', networkId, network: undefined }
}
