import { lazy } from '@latchkey/kernel/plugin'
import { type Loaded, useLoaded, useWallet } from '@latchkey/ui-react'
import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
import { useMemo } from 'react'

/**
 * The connected Polkadot wallet as a signer of polkadot-api. `@polkadot-api/pjs-signer` is loaded when the first component
 * uses it. A new signer whenever the account, the network or the wallet changes.
 *
 * `error` is BaseError `LOAD_FAILED` when it can't be loaded, and `CAPABILITY_REFUSED` when the wallet doesn't sign both
 * transactions and bytes.
 *
 * @example
 * const { signer } = usePapiSigner()
 * if (signer) await api.tx.System.remark({ remark }).signAndSubmit(signer)
 */
export function usePapiSigner(): Loaded<'signer', PolkadotSigner> {
  const wallet = useWallet({ namespace: 'polkadot' })
  const load = useMemo(() => {
    if (!wallet) return undefined
    const code = lazy('The Polkadot signer', () => import('../../lazy/createPapiSigner.js'))
    return async () => (await code()).createPapiSigner(wallet)
  }, [wallet])
  return useLoaded('signer', load)
}
