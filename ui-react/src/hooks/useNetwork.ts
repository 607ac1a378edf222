import type { NamespaceId, Network, NetworkId } from '@latchkey/kernel/plugin'
import { Networks } from '@latchkey/kernel/wallet'
import { attemptCall } from '../contain/attemptCall.js'
import { networksState } from '../contain/serviceStates.js'
import { useKernel } from '../useKernel.js'
import { useServiceState } from '../useServiceState.js'
import { type NetworkStatus, useActiveNetwork } from './useActiveNetwork.js'
import { type NetworkChoice, toNetworkId } from './toNetworkId.js'
import { type MutationState, useMutation } from './useMutation.js'

export interface NetworkControls {
  readonly namespace: NamespaceId | undefined
  /** The network a switch is under way to. */
  readonly switching: NetworkId | undefined
  /** Networks the host listed, of this namespace. */
  readonly networks: readonly Network[]
  /** Whether the active wallet may be asked for any network. */
  readonly supportsAllNetworks: boolean
  /** The last switch made through this hook. */
  readonly switchState: MutationState<NetworkId, NetworkId>
  /**
   * Asks the wallet to switch, to a CAIP-2 id or, on EVM, a chain's number. Never rejects: answers `undefined` on failure,
   * and `switchState` says why.
   */
  switchNetwork(network: NetworkChoice): Promise<NetworkId | undefined>
  resetSwitch(): void
}

export type UseNetworkResult = NetworkControls & NetworkStatus

/** The active network. @param options.namespace Default the active namespace. */
export function useNetwork(options: { readonly namespace?: NamespaceId | undefined } = {}): UseNetworkResult {
  const kernel = useKernel()
  const { service } = useServiceState(Networks, networksState)
  const network = useActiveNetwork(options)
  const { namespace } = network
  const { state, run, reset } = useMutation(async (networkId: NetworkId) => {
    await kernel.get(Networks).switch(networkId)
    return networkId
  })
  return {
    ...network,
    supportsAllNetworks:
      namespace === undefined || attemptCall(() => service?.supportsAllNetworks(namespace) ?? true, true),
    switchState: state,
    switchNetwork: (choice) => run(toNetworkId(choice, kernel.get(Networks).list(), options.namespace)),
    resetSwitch: reset,
  }
}
