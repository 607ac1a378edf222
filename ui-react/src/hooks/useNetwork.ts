import { type NamespaceId, type Network, type NetworkId, Networks } from '@latchkey/kernel/plugin'
import { attempt } from '../contain/attempt.js'
import { networksState } from '../contain/serviceStates.js'
import { useKernel } from '../useKernel.js'
import { useListedNamespace } from '../useListedNamespace.js'
import { useNamespace } from '../useNamespace.js'
import { useNamespaces } from '../useNamespaces.js'
import { useServiceState } from '../useServiceState.js'
import { useSession } from '../useSession.js'
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
  const kernel = useKernel()
  useListedNamespace(options.namespace)
  const { service, state: shown } = useServiceState(Networks, networksState)
  const { active, switching } = shown
  const session = useSession().state
  const [first] = useNamespaces()
  const namespace = options.namespace ?? session.activeNamespace ?? first?.id
  const networks = useNamespace(namespace)?.networks ?? []
  const { state, run, reset } = useMutation(async (networkId: NetworkId) => {
    await kernel.get(Networks).switch(networkId)
    return networkId
  })
  const controls: NetworkControls = {
    namespace,
    switching,
    networks,
    supportsAllNetworks:
      namespace === undefined || attempt(() => service?.supportsAllNetworks(namespace) ?? true, true),
    switchState: state,
    switchNetwork: run,
    resetSwitch: reset,
  }
  const networkId = namespace === undefined ? undefined : active[namespace]
  if (networkId === undefined)
    return { ...controls, status: 'none', networkId: undefined, network: undefined }
  const network = networks.find(({ id }) => id === networkId)
  if (network) return { ...controls, status: 'supported', networkId, network }
  return { ...controls, status: 'unsupported', networkId, network: undefined }
}
