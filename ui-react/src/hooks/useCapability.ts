import type { Bound } from '@latchkey/kernel/wallet'
import type { NamespaceId, Token } from '@latchkey/kernel/plugin'
import { useCallback } from 'react'
import { useBoundWallet } from './useBoundWallet.js'

/**
 * How to get a capability of the connected wallet at the moment a person asks for it. For hooks of plugins.
 *
 * @param options.namespace Default the active one.
 * @returns a function that returns the capability, and throws ConnectorError `CONNECTION_NOT_FOUND` when no wallet is
 *   connected, `LOAD_FAILED` when the code for it could not be loaded, BaseError `CAPABILITY_MISSING` or `CAPABILITY_REFUSED` where chain or wallet don't have it.
 */
export function useCapability<T>(
  token: Token<T>,
  { namespace }: { readonly namespace?: NamespaceId | undefined } = {},
): () => Bound<T> {
  const bound = useBoundWallet(token, namespace)
  return useCallback(() => bound().capability, [bound])
}
