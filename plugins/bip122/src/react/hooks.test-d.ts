import type { SignedPsbt } from '../signPsbt.js'
import { type PsbtSigner, usePsbtSigner } from './usePsbtSigner.js'

export function useSigned(): Promise<SignedPsbt> | undefined {
  const { signer, status } = usePsbtSigner()
  if (status === 'success') signer satisfies PsbtSigner
  // @ts-expect-error the account and the network are filled in, the PSBT isn't
  signer?.sign({ broadcast: true })
  // @ts-expect-error there is nothing to load
  if (status === 'loading') return undefined
  return signer?.sign({ psbt: 'cHNidP8=', broadcast: true })
}
