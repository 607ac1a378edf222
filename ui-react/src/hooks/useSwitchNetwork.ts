import { type NamespaceId, Networks } from '@latchkey/kernel/plugin'
import { useService } from '../useService.js'
import { type Mutation, useMutation } from './useMutation.js'

export interface SwitchNetworkVariables<N extends NamespaceId = NamespaceId> {
  /** CAIP-2 id of a network that the host lists. */
  readonly networkId: `${N}:${string}`
}

/**
 * Makes another network the active one, and its namespace with it. The connected wallet is asked first; while none is
 * connected, the choice is the app's. Fails with `NETWORK_NOT_FOUND` for a network the host doesn't list, with
 * `NETWORK_NOT_APPROVED` or `NETWORK_SWITCH_UNCONFIRMED` where the wallet doesn't follow, and with `USER_REJECTED` when
 * the person declines. `useNetwork` says which network is active.
 *
 * @param options.namespace Narrows the networks that `run` takes.
 *
 * @example
 * const { run, state } = useSwitchNetwork()
 * <button onClick={() => run({ networkId: 'eip155:8453' })}>Use Base</button>
 */
export function useSwitchNetwork<N extends NamespaceId = NamespaceId>(
  _options: { readonly namespace?: N } = {},
): Mutation<SwitchNetworkVariables<N>, `${N}:${string}`> {
  const networks = useService(Networks)
  return useMutation(async ({ networkId }) => {
    await networks.switch(networkId)
    return networkId
  })
}
