import { lazy, type NetworkId } from '@latchkey/kernel/plugin'
import { useLoaded, useNetwork, useService } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { Eip155Client } from '../clients.js'
import type { EvmPublicClient } from '../evmWalletClient.js'
import type { UseClientResult } from './useClientResult.js'

/**
 * A viem public client over the app's own endpoints: batched, shared and failed over. Needs no wallet. viem is loaded when
 * the first component uses it.
 *
 * `error` is NetworkError `NETWORK_NOT_FOUND` for a network that the app doesn't list, and BaseError `LOAD_FAILED` when
 * viem can't be loaded.
 *
 * @param options.networkId CAIP-2. Default the active EVM network: the wallet's, or the chosen one while none is connected.
 *
 * @example
 * const { client } = usePublicClient()
 * const block = await client?.getBlock()
 */
export function usePublicClient(
  options: { readonly networkId?: NetworkId | undefined } = {},
): UseClientResult<EvmPublicClient> {
  const { networkId: active } = useNetwork({ namespace: 'eip155' })
  const networkId = options.networkId ?? active
  const clients = useService(Eip155Client)
  return useLoaded(
    'client',
    useMemo(() => {
      if (networkId === undefined) return undefined
      const load = lazy('The EVM client', () => import('../sdk/createPublicClient.js'))
      return async () => {
        const [{ createPublicClient }, client] = await Promise.all([load(), clients.client(networkId)])
        return createPublicClient(client)
      }
    }, [networkId, clients]),
  )
}
