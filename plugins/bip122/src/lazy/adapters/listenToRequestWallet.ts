import { readField } from '@latchkey/kernel/chain'
import type { WalletListener } from './adapter.js'
import { isDenied, type RequestProvider, type RequestWalletReader } from './createRequestWalletReader.js'

/** Tells every change of a wallet of the `request` dialect. @returns ends it */
export function listenToRequestWallet(
  provider: RequestProvider,
  { ask, stateOf, withNetwork }: RequestWalletReader,
  { changed, ended, failed }: WalletListener,
): () => void {
  let listening = true
  let reads = 0
  const reread = async (event: unknown) => {
    reads += 1
    const own = reads
    try {
      const addresses = readField(event, 'addresses')
      const bitcoin = readField(event, 'bitcoin')
      const told =
        addresses === undefined ? await ask('wallet_getAccount') : { addresses, network: { bitcoin } }
      const state = await withNetwork(stateOf('accountChange', told))
      if (!listening || own !== reads) return
      if (state.accounts.length === 0) ended()
      else changed(state)
    } catch (error) {
      if (!listening) return
      if (isDenied(error)) ended()
      else failed(error)
    }
  }
  const listeners: readonly (readonly [string, (event: unknown) => void])[] = [
    ['accountChange', (event) => void reread(event)],
    ['networkChange', (event) => void reread(event)],
    ['disconnect', () => listening && ended()],
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
    listening = false
    for (const remove of removals.splice(0)) {
      try {
        if (typeof remove === 'function') remove()
      } catch (error) {
        failed(error)
      }
    }
  }
}
