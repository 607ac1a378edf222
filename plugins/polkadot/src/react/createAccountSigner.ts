import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { type InjectedSigner, PolkadotProvider } from '../provider.js'

/** The signer of an injected wallet, with its account. It fits `Signer` of @polkadot/api. */
export interface AccountSigner extends InjectedSigner {
  /** SS58, as the network writes it. */
  readonly address: string
}

/** @returns `undefined` when the wallet has no signer. Methods that the wallet lacks are absent. */
export function createAccountSigner(wallet: ActiveWallet): AccountSigner | undefined {
  const injected = wallet.provider(PolkadotProvider)?.signer
  if (!injected) return undefined
  const { signPayload, signRaw } = injected
  // Called on the wallet's own object, because its methods may need it as `this`.
  return {
    address: wallet.account.address,
    ...(signPayload ? { signPayload: (payload) => signPayload.call(injected, payload) } : {}),
    ...(signRaw ? { signRaw: (raw) => signRaw.call(injected, raw) } : {}),
  }
}
