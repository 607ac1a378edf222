import { type ActiveWallet, Wallets } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useCallback, useSyncExternalStore } from 'react'
import { useService } from '../useService.js'

/**
 * The connected wallet with everything it can do: `wallet.use(SignMessage)` returns the capability with account, network
 * and provider filled in. `undefined` while no wallet is connected. A new object whenever the account, the network or
 * the connection changes.
 *
 * @param options.namespace Default the active one.
 *
 * @example
 * const wallet = useWallet()
 * const signed = await wallet?.use(SignMessage)?.sign({ message: 'Hello' })
 */
export function useWallet(
  options: { readonly namespace?: NamespaceId | undefined } = {},
): ActiveWallet | undefined {
  const { namespace } = options
  const wallets = useService(Wallets)
  const follow = useCallback(
    (onChange: () => void) => wallets.follow(onChange, namespace),
    [wallets, namespace],
  )
  const read = () => wallets.active(namespace)
  return useSyncExternalStore(follow, read, read)
}
