import type { ConnectionRecord } from '@latchkey/kernel/wallet'
import type { ProviderKey } from '@latchkey/kernel/contracts'
import { attemptCall } from '../contain/attemptCall.js'
import { useWallet } from './useWallet.js'

export type UseProviderResult<T> =
  | { readonly status: 'disconnected'; readonly provider: undefined; readonly connection: undefined }
  | { readonly status: 'connected'; readonly provider: T; readonly connection: ConnectionRecord }

/**
 * What the active wallet of a namespace offers, typed by the namespace's own key. `disconnected` also where the wallet
 * offers something of another form.
 *
 * @example
 * const { provider } = useProvider(Eip155Provider)
 */
export function useProvider<T>(key: ProviderKey<T>): UseProviderResult<T> {
  const wallet = useWallet({ namespace: key.namespace })
  const provider = wallet && attemptCall(() => wallet.provider(key), undefined)
  if (!wallet || provider === undefined) {
    return { status: 'disconnected', provider: undefined, connection: undefined }
  }
  return { status: 'connected', provider, connection: wallet.connection }
}
