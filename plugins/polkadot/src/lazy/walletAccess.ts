import { readField, featureMissing, type WalletAction } from '@latchkey/kernel/chain'
import { plainText, type Account, ConnectorError } from '@latchkey/kernel/plugin'
import type { InjectedSigner } from '../provider.js'
import { walletErrorFrom } from './walletErrors.js'

type Method = keyof InjectedSigner

/** A wallet's signer, ready to be asked for one account. */
export interface WalletAccess {
  readonly name: string
  /** `sr25519`, `ed25519`, `ecdsa`, where the wallet told it. */
  readonly keyType: string | undefined
  /** @throws ConnectorError `WALLET_FEATURE_MISSING` when the signer does not have the method. */
  require(method: Method, action: WalletAction): void
  /**
   * Asks and answers what came back, each member read once and not looked at.
   *
   * @throws ConnectorError `WALLET_FEATURE_MISSING`, `USER_REJECTED`; RpcError by what the wallet threw.
   */
  ask(method: Method, action: WalletAction, input: unknown): Promise<SignerAnswer>
}

export interface SignerAnswer {
  readonly signature: unknown
  readonly signedTransaction: unknown
}

/** @throws ConnectorError `WALLET_PROVIDER_INVALID` when the provider is no Polkadot wallet. */
export function accessWallet(provider: unknown, account: Pick<Account, 'address'>): WalletAccess {
  const { signer, name, keyType } = readProvider(provider, account.address)
  const methodOf = (method: Method, action: WalletAction) => {
    const found = readField(signer, method)
    if (typeof found === 'function') return found.bind(signer) as (input: unknown) => Promise<unknown>
    throw featureMissing(name, action, `${method} of its signer`)
  }
  return {
    name,
    keyType,
    require: (method, action) => void methodOf(method, action),
    async ask(method, action, input) {
      try {
        const answer = await methodOf(method, action)(input)
        return {
          signature: readField(answer, 'signature'),
          signedTransaction: readField(answer, 'signedTransaction'),
        }
      } catch (error) {
        throw walletErrorFrom(error, { wallet: name, method })
      }
    },
  }
}

/** The members that are used, each read once: a getter of a hostile page may throw, or answer otherwise later. */
function readProvider(provider: unknown, address: string) {
  try {
    const signer = readField(provider, 'signer')
    const keyTypeOf = readField(provider, 'keyType')
    if (typeof signer === 'object' && signer !== null) {
      const told: unknown = typeof keyTypeOf === 'function' ? keyTypeOf.call(provider, address) : undefined
      const name = plainText(readField(provider, 'name')) || 'The wallet'
      return { signer, name, keyType: typeof told === 'string' ? told : undefined }
    }
  } catch {
    // It is answered below, as for anything else that is no wallet.
  }
  throw new ConnectorError('The connected wallet can’t be used with Polkadot.', {
    code: 'WALLET_PROVIDER_INVALID',
    metaMessages: ['Expected an injected Polkadot wallet, as Connection.provider("polkadot") answers.'],
  })
}
