import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import { Wallets } from '@latchkey/kernel/wallet'
import { useAccount, useService, useSnapshot } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { type OwnToken, OwnTokens } from '../OwnTokensService.js'

export interface UseOwnTokensResult {
  /** False while no account is active, and where the network's tokens can't be looked up. */
  readonly supported: boolean
  /** Added to the active account on its active network, newest last. */
  readonly added: readonly OwnToken[]
  readonly hidden: readonly OwnToken[]
  /** Reads a token's own description. @throws BaseError `TOKEN_NOT_FOUND`; NetworkError */
  find(token: string, signal?: AbortSignal): Promise<TokenReference>
  /** @throws as `find`; BaseError `OWN_TOKENS_FULL` */
  add(token: string): Promise<TokenReference>
  hide(token: TokenReference): void
  /** Takes back `add` or `hide`. */
  forget(token: string): void
}

/**
 * The tokens that the person added to the active account and hid in it. Needs `ownTokens()`.
 *
 * @param options.namespace Default the active namespace.
 */
export function useOwnTokens(
  options: { readonly namespace?: NamespaceId | undefined } = {},
): UseOwnTokensResult {
  const service = useService(OwnTokens)
  const { tokens } = useSnapshot(service.state)
  const { address, namespace, networkId } = useAccount(options)
  const wallets = useService(Wallets)
  return useMemo(() => {
    const contribution = namespace === undefined ? undefined : wallets.namespace(namespace)
    const holder = networkId === undefined || address === undefined ? undefined : { networkId, address }
    const own = holder
      ? tokens.filter(
          (token) =>
            token.networkId === holder.networkId &&
            (contribution?.isSameAddress(token.holder, holder.address) ?? token.holder === holder.address),
        )
      : []
    const required = () => {
      if (!holder) throw new TypeError('useOwnTokens: no account is active. Look at `supported` first.')
      return holder
    }
    return {
      supported: holder !== undefined && service.supports(holder.networkId),
      added: own.filter(({ isHidden }) => !isHidden),
      hidden: own.filter(({ isHidden }) => isHidden),
      find: async (token, signal) => service.find(required(), token, signal),
      add: async (token) => service.add(required(), token),
      hide: (token) => service.hide(required(), token),
      forget: (token) => service.forget(required(), token),
    }
  }, [service, tokens, address, namespace, networkId, wallets])
}
