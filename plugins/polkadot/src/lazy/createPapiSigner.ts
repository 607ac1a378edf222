import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { BaseError } from '@latchkey/kernel/plugin'
import { getPolkadotSignerFromPjs, type PolkadotSigner } from '@polkadot-api/pjs-signer'
import { PolkadotProvider } from '../provider.js'

/** @throws BaseError `CAPABILITY_REFUSED` when the wallet doesn't sign both transactions and bytes. */
export function createPapiSigner(wallet: ActiveWallet): PolkadotSigner {
  const injected = wallet.provider(PolkadotProvider)?.signer
  const { signPayload, signRaw } = injected ?? {}
  if (!injected || !signPayload || !signRaw) {
    throw new BaseError('This wallet can’t do this. Try another wallet.', {
      code: 'CAPABILITY_REFUSED',
      metaMessages: ['A signer of polkadot-api needs a wallet with signPayload and signRaw.'],
    })
  }
  return getPolkadotSignerFromPjs(
    wallet.account.address,
    (payload) => signPayload.call(injected, payload),
    (raw) => signRaw.call(injected, raw),
  )
}
