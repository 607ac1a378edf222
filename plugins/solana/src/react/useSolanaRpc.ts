import { lazy, type NetworkId } from '@latchkey/kernel/plugin'
import { networkNotFound } from '@latchkey/kernel/wallet'
import { type Loaded, useLoaded, useNetwork } from '@latchkey/ui-react'
import { useMemo } from 'react'
import type { SolanaKitRpc } from '../kit/createKitRpc.js'

/**
 * An RPC client of @solana/kit over the app's own endpoints: when one fails, it asks the next, which
 * then stays first. Needs no wallet. Loads kit on first use.
 *
 * `error` is NetworkError `NETWORK_NOT_FOUND` for a network that the app doesn't list, and BaseError `LOAD_FAILED` when
 * kit can't be loaded.
 *
 * @param options.networkId CAIP-2. Default the active Solana network: the wallet's, or the chosen one while none is connected.
 *
 * @example
 * const { rpc } = useSolanaRpc()
 * const slot = await rpc?.getSlot().send()
 */
export function useSolanaRpc(
  options: { readonly networkId?: NetworkId | undefined } = {},
): Loaded<'rpc', SolanaKitRpc> {
  const { networkId: active, networks } = useNetwork({ namespace: 'solana' })
  const networkId = options.networkId ?? active
  const network = networks.find(({ id }) => id === networkId)
  const load = useMemo(() => {
    if (networkId === undefined) return undefined
    const code = lazy('The Solana client', () => import('../kit/createKitRpc.js'))
    return async () => {
      if (!network) throw networkNotFound(networkId)
      return (await code()).createKitRpc(network.rpcUrls)
    }
  }, [networkId, network])
  return useLoaded('rpc', load)
}
