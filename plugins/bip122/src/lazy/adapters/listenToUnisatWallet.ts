import { copyList } from '@latchkey/kernel/chain'
import type { WalletListener } from './adapter.js'
import type { UnisatProvider } from './createUnisatReader.js'

/**
 * Asks a wallet whose object is like that of UniSat at each of its events: they tell an address without its key, and a network
 * without its addresses. One without accounts may only be moving, or be locked for a moment.
 *
 * @param moving Told that the wallet changes its network.
 * @returns ends it
 */
export function listenToUnisatWallet(
  provider: UnisatProvider,
  { doubt, failed }: WalletListener,
  moving: () => void,
): () => void {
  const moved = () => {
    moving()
    doubt('keep')
  }
  const listeners: Readonly<Record<string, (payload: unknown) => void>> = {
    accountsChanged: (accounts) => doubt(copyList(accounts, 0) ? 'end' : 'keep'),
    networkChanged: moved,
    chainChanged: moved,
    disconnect: () => doubt('keep'),
  }
  const each = (act: string) => {
    for (const [event, listener] of Object.entries(listeners)) {
      try {
        provider[act]?.(event, listener)
      } catch (error) {
        failed(error)
      }
    }
  }
  each('on')
  return () => each(typeof provider['removeListener'] === 'function' ? 'removeListener' : 'off')
}
