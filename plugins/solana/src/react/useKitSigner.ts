import { lazy } from '@latchkey/kernel/plugin'
import { type Loaded, useLoaded, useWallet } from '@latchkey/ui-react'
import { useMemo } from 'react'
import type { KitSigner } from '../kit/createKitSigner.js'

/**
 * The connected Solana wallet as a signer of @solana/kit, wherever kit takes one: it signs transactions and messages, on
 * the wallet's network. Loads kit on first use. Returns a new signer whenever the account, the network or the wallet
 * changes.
 *
 * `error` is BaseError `LOAD_FAILED` when kit can't be loaded. A wallet that can't sign rejects when the app asks it to.
 *
 * @example
 * const { signer } = useKitSigner()
 * const message = signer && setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
 */
export function useKitSigner(): Loaded<'signer', KitSigner> {
  const wallet = useWallet({ namespace: 'solana' })
  const load = useMemo(() => {
    if (!wallet) return undefined
    const code = lazy('The Solana signer', () => import('../kit/createKitSigner.js'))
    return async () => (await code()).createKitSigner(wallet)
  }, [wallet])
  return useLoaded('signer', load)
}
