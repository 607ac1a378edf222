import type { Signer } from '@polkadot/api/types'
import type { PolkadotWallet } from './provider.js'

declare const wallet: PolkadotWallet

/** `api.tx.….signAndSend(address, { signer: wallet.signer })` takes it without a cast. */
export const signer: Signer = wallet.signer
