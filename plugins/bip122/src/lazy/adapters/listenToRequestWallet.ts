import { readField } from '@latchkey/kernel/chain'
import type { WalletListener, WalletState } from './adapter.js'
import type { RequestProvider, RequestWalletReader } from './createRequestWalletReader.js'

/** Tells every change of a wallet of the `request` dialect. @returns ends it */
export function listenToRequestWallet(
  provider: RequestProvider,
  { stateOf }: Pick<RequestWalletReader, 'stateOf'>,
  { hear, doubt, failed }: WalletListener,
): () => void {
  const changed = (event: unknown) => {
    const addresses = readField(event, 'addresses')
    const bitcoin = readField(event, 'bitcoin')
    if (addresses === undefined) return doubt('keep')
    const read = () => stateOf('accountChange', { addresses, network: { bitcoin } })
    if (bitcoin !== undefined) return hear(read)
    // Addresses of test networks look the same: the wallet says which one it stands on, if it can.
    const state = tryRead(read, failed)
    if (state?.accounts.length === 0) hear(() => state)
    else doubt(state ? { word: state } : 'keep')
  }
  const listeners: readonly (readonly [string, (event: unknown) => void])[] = [
    ['accountChange', changed],
    ['networkChange', changed],
    // Its reason to end may be past: a wallet that was locked for a moment says so, too.
    ['disconnect', () => doubt('end')],
  ]
  const removals = listeners.map(([eventName, cb]) => {
    try {
      return provider.addListener?.({ eventName, cb })
    } catch (error) {
      failed(error)
      return undefined
    }
  })
  return () => {
    for (const remove of removals.splice(0)) {
      try {
        if (typeof remove === 'function') remove()
      } catch (error) {
        failed(error)
      }
    }
  }
}

function tryRead(read: () => WalletState, failed: (error: unknown) => void): WalletState | undefined {
  try {
    return read()
  } catch (error) {
    failed(error)
    return undefined
  }
}
