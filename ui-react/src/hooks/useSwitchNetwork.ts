import type { NamespaceId } from '@latchkey/kernel/plugin'
import { Networks } from '@latchkey/kernel/wallet'
import { useMemo } from 'react'
import { useService } from '../useService.js'
import { type NetworkChoice, toNetworkId } from './toNetworkId.js'
import { type Mutation, useMutation } from './useMutation.js'

export interface SwitchNetworkVariables<N extends NamespaceId = NamespaceId> {
  /** CAIP-2 id. */
  readonly networkId: `${N}:${string}`
}

export interface SwitchNetworkMutation<N extends NamespaceId = NamespaceId>
  extends Omit<Mutation<SwitchNetworkVariables<N>, `${N}:${string}`>, 'run'> {
  /**
   * Starts it, with a CAIP-2 id or, on EVM, a chain's number. Never rejects: answers `undefined` on failure, and the state
   * says why. A newer start wins.
   */
  run(network: NetworkChoice<N>): Promise<`${N}:${string}` | undefined>
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
 * <button onClick={() => run('eip155:8453')}>Use Base</button>
 */
export function useSwitchNetwork<N extends NamespaceId = NamespaceId>({
  namespace,
}: {
  readonly namespace?: N | undefined
} = {}): SwitchNetworkMutation<N> {
  const networks = useService(Networks)
  const mutation = useMutation(async ({ networkId }: SwitchNetworkVariables<N>) => {
    await networks.switch(networkId)
    return networkId
  })
  return useMemo(
    () => ({
      ...mutation,
      run: (choice) => mutation.run({ networkId: toNetworkId(choice, networks.list(), namespace) }),
    }),
    [mutation, networks, namespace],
  )
}
