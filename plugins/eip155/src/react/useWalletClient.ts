import { lazy } from '@latchkey/kernel/plugin'
import { useLoaded, useService, useWallet } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { toChecksumAddress } from '../address.js'
import { Eip155Client } from '../clients.js'
import type { EvmWalletClient } from '../evmWalletClient.js'
import { Eip155Provider } from '../provider.js'
import type { UseClientResult } from './useClientResult.js'

/**
 * A viem wallet client of the connected EVM account, on the network the wallet stands on: for contracts, and for all that
 * viem can ask a wallet. viem is loaded when the first component uses it. A new client whenever the account, the
 * network or the wallet changes.
 *
 * `error` is NetworkError `NETWORK_NOT_FOUND` while the wallet is on a network that the app doesn't list, and BaseError
 * `LOAD_FAILED` when viem can't be loaded.
 *
 * @example
 * const { client } = useWalletClient()
 * const hash = await client?.writeContract({ address, abi, functionName: 'mint' })
 */
export function useWalletClient(): UseClientResult<EvmWalletClient> {
  const wallet = useWallet({ namespace: 'eip155' })
  const clients = useService(Eip155Client)
  return useLoaded(
    'client',
    useMemo(() => {
      const provider = wallet?.provider(Eip155Provider)
      const address = toChecksumAddress(wallet?.account.address)
      if (!wallet || !provider || !address) return undefined
      const load = lazy('The EVM client', () => import('../sdk/createWalletClient.js'))
      return async () => {
        const [{ createWalletClient }, client] = await Promise.all([load(), clients.client(wallet.networkId)])
        return createWalletClient(address, provider, client)
      }
    }, [wallet, clients]),
  )
}
