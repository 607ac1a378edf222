import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
import type { Signer } from '@polkadot/api/types'
import { usePapiSigner } from './papi/usePapiSigner.js'
import { useInjectedSigner } from './useInjectedSigner.js'

const injected = useInjectedSigner()
/** `api.tx.….signAndSend(signer.address, { signer })` takes it without a cast. */
export const signer: Signer | undefined = injected.signer
export const address: string | undefined = injected.signer?.address
// @ts-expect-error a wallet may lack the method
injected.signer?.signRaw({ address: '5Grw…', data: '0x00', type: 'bytes' })

const papi = usePapiSigner()
if (papi.status === 'success') papi.signer satisfies PolkadotSigner
// @ts-expect-error there is none while it loads
export const early: PolkadotSigner = papi.signer
