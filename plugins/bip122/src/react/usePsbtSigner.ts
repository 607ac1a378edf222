import type { Bound } from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { type Loaded, useWallet } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { SignPsbt, type SignPsbtCapability } from '../signPsbt.js'

/** Signs PSBTs with one account on one network. */
export interface PsbtSigner extends Bound<SignPsbtCapability> {
  /** The account whose inputs are signed when a request names none. */
  readonly address: string
  readonly networkId: NetworkId
}

/**
 * The connected Bitcoin wallet as a signer of PSBTs, which are text and so fit any library. Returns a new signer whenever
 * the account, the network or the wallet changes.
 *
 * `error` is BaseError `CAPABILITY_REFUSED` when the wallet can't sign PSBTs.
 *
 * @example
 * const { signer } = usePsbtSigner()
 * const signed = signer && Psbt.fromBase64((await signer.sign({ psbt: psbt.toBase64() })).psbt)
 */
export function usePsbtSigner(): Exclude<Loaded<'signer', PsbtSigner>, { readonly status: 'loading' }> {
  const wallet = useWallet({ namespace: 'bip122' })
  return useMemo(() => {
    const bound = wallet?.use(SignPsbt)
    if (wallet && bound) {
      const { account, networkId } = wallet
      const signer = { address: account.address, networkId, sign: bound.sign }
      return { status: 'success', signer, error: undefined }
    }
    const error = wallet?.refusal(SignPsbt)
    return error
      ? { status: 'error', signer: undefined, error }
      : { status: 'disconnected', signer: undefined, error: undefined }
  }, [wallet])
}
