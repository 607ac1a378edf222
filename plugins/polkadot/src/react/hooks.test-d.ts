import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
import type { Signer } from '@polkadot/api/types'
import { usePapiSigner } from './papi/usePapiSigner.js'
import { useInjectedSigner } from './useInjectedSigner.js'

/** `api.tx.….signAndSend(signer.address, { signer })` takes it without a cast. */
export function useSigner(): Signer | undefined {
  const { signer } = useInjectedSigner()
  // @ts-expect-error a wallet may lack the method
  signer?.signRaw({ address: signer.address, data: '0x00', type: 'bytes' })
  return signer
}

export function useEarly(): PolkadotSigner {
  const papi = usePapiSigner()
  if (papi.status === 'success') return papi.signer
  // @ts-expect-error there is none while it loads
  return papi.signer
}
