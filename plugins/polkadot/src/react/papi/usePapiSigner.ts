import { lazy } from '@latchkey/kernel/plugin'
import { type Loaded, useLoaded, useWallet } from '@latchkey/ui-react'
import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
import { useMemo } from 'react'

/**
 * The connected Polkadot wallet as a signer of polkadot-api. Loads `@polkadot-api/pjs-signer` on first use. Returns a new
 * signer whenever the account, the network or the wallet changes.
 *
 * `error` is BaseError `LOAD_FAILED` when the package can't be loaded, and `CAPABILITY_REFUSED` when the wallet doesn't sign both
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
