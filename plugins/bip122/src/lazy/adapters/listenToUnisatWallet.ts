import { copyList } from '@latchkey/kernel/chain'
import type { WalletListener } from './adapter.js'
import type { UnisatProvider, UnisatReader } from './createUnisatReader.js'

/** Tells every change of a wallet whose object is like that of UniSat. @returns ends it */
export function listenToUnisatWallet(
  provider: UnisatProvider,
  { can, ask, read }: UnisatReader,
  { changed, ended, failed }: WalletListener,
): () => void {
  let reads = 0
  let listening = true
  const reread = async () => {
    reads += 1
    const own = reads
    try {
      const state = await read('getAccounts', await ask('getAccounts'))
      // A later event has asked again: its answer is newer.
      if (!listening || own !== reads) return
      if (state.accounts.length === 0) ended()
      else changed(state)
    } catch (error) {
      if (listening) failed(error)
    }
  }
  const accountsChanged = (addresses: unknown) => {
    if (!listening) return
    if (copyList(addresses, 0)) ended()
    else void reread()
  }
  const listeners: Readonly<Record<string, (payload: unknown) => void>> = {
    accountsChanged,
    networkChanged: () => void reread(),
    chainChanged: () => void reread(),
    disconnect: () => listening && ended(),
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
  return () => {
    if (!listening) return
    listening = false
    each(can('removeListener') ? 'removeListener' : 'off')
  }
}
