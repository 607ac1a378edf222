import { type Loaded, useWallet } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { type AccountSigner, createAccountSigner } from './createAccountSigner.js'

/**
 * The connected Polkadot wallet as a signer of @polkadot/api, with the address that it signs for. Returns a new signer
 * whenever the account, the network or the wallet changes. The signer returns the wallet's answer unchecked; the node checks
 * it.
 *
 * @example
 * const { signer } = useInjectedSigner()
 * if (signer) await api.tx.system.remark('0x00').signAndSend(signer.address, { signer })
 */
export function useInjectedSigner(): Extract<
  Loaded<'signer', AccountSigner>,
  { readonly status: 'disconnected' | 'success' }
> {
  const wallet = useWallet({ namespace: 'polkadot' })
  return useMemo(() => {
    const signer = wallet && createAccountSigner(wallet)
    return signer
      ? { status: 'success', signer, error: undefined }
      : { status: 'disconnected', signer: undefined, error: undefined }
  }, [wallet])
}
