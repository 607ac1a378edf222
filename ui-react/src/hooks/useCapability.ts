import { type Bound, ConnectorError, type NamespaceId, type Token, Wallets } from '@latchkey/kernel/plugin'
import { useCallback } from 'react'
import { useService } from '../useService.js'

/**
 * How to get a capability of the connected wallet at the moment a person asks for it. For hooks of plugins.
 *
 * @param options.namespace Default the active one.
 * @returns a function that returns the capability, and throws ConnectorError `CONNECTION_NOT_FOUND` when no wallet is
 *   connected, `LOAD_FAILED` when the code for it could not be loaded, BaseError `CAPABILITY_MISSING` or `CAPABILITY_REFUSED` where chain or wallet don't have it.
 */
export function useCapability<T>(
  token: Token<T>,
  { namespace }: { readonly namespace?: NamespaceId } = {},
): () => Bound<T> {
  const wallets = useService(Wallets)
  return useCallback(() => {
    const wallet = wallets.active(namespace)
    const found = wallet?.use(token)
    if (found) return found
    throw (
      wallet?.refusal(token) ??
      wallets.problem ??
      new ConnectorError('No wallet is connected. Connect one and try again.', {
        code: 'CONNECTION_NOT_FOUND',
      })
    )
  }, [wallets, namespace, token])
}
