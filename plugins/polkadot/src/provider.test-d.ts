import { getPolkadotSignerFromPjs } from '@polkadot-api/pjs-signer'
import type { Signer } from '@polkadot/api/types'
import type { PolkadotWallet } from './provider.js'

declare const wallet: PolkadotWallet

/** `api.tx.….signAndSend(address, { signer: wallet.signer })` takes it without a cast. */
export const signer: Signer = wallet.signer

const { signPayload, signRaw } = wallet.signer
/** polkadot-api takes both methods without a cast. */
export const papi =
  signPayload && signRaw && getPolkadotSignerFromPjs('5Grw…', (payload) => signPayload(payload), signRaw)
