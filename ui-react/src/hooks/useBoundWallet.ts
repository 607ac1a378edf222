import { type ActiveWallet, type Bound, Wallets } from '@latchkey/kernel/wallet'
import { ConnectorError, type NamespaceId, type Token } from '@latchkey/kernel/plugin'
import { useCallback } from 'react'
import { useService } from '../useService.js'

export interface BoundWallet<T> {
  readonly wallet: ActiveWallet
  readonly capability: Bound<T>
}

/** Returns how to get the connected wallet with one of its capabilities. It throws as `useCapability` says. */
export function useBoundWallet<T>(token: Token<T>, namespace: NamespaceId | undefined): () => BoundWallet<T> {
  const wallets = useService(Wallets)
  return useCallback(() => {
    const wallet = wallets.active(namespace)
    const capability = wallet?.use(token)
    if (wallet && capability) return { wallet, capability }
    throw (
      wallet?.refusal(token) ??
      wallets.problem ??
      new ConnectorError('No wallet is connected. Connect one and try again.', {
        code: 'CONNECTION_NOT_FOUND',
      })
    )
  }, [wallets, namespace, token])
}
