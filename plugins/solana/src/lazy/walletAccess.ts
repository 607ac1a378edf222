import { plainText, type Account, ConnectorError } from '@latchkey/kernel/plugin'
import {
  copyList,
  invalidAnswer,
  describeAnswer,
  readField,
  featureMissing,
  type WalletAction,
} from '@latchkey/kernel/chain'
import type { WalletAccount } from '@wallet-standard/base'
import type { SolanaWallet } from '../provider.js'
import { accountLimit, chainLimit } from './accounts.js'
import { walletErrorFrom } from './walletErrors.js'

type Features = SolanaWallet['features']
export type FeatureName = keyof Features & `solana:${string}`

/** A wallet with one of its accounts, ready to be asked. */
export interface WalletAccess {
  readonly name: string
  readonly account: WalletAccount
  has(feature: FeatureName): boolean
  /** @throws ConnectorError `WALLET_FEATURE_MISSING` unless both the wallet and the account have it. */
  feature<name extends FeatureName>(feature: name, action: WalletAction): NonNullable<Features[name]>
  /**
   * Asks, and checks that there is one answer for each input.
   *
   * @throws ConnectorError `USER_REJECTED`, `WALLET_ANSWER_INVALID`; RpcError by what the wallet threw.
   */
  ask(feature: FeatureName, count: number, run: () => Promise<unknown>): Promise<readonly Answer[]>
}

export type Answer = Readonly<Record<string, unknown>>

/**
 * Finds the account in the wallet, which alone may say what its account is.
 *
 * @throws ConnectorError `WALLET_PROVIDER_INVALID` when the provider is no Wallet Standard wallet,
 *   `ACCOUNT_NOT_FOUND` when the wallet does not offer the account any more.
 */
export function accessWallet(provider: unknown, account: Account): WalletAccess {
  const wallet = readProvider(provider)
  const name = plainText(wallet.name) || 'The wallet'
  const own = wallet.accounts.find((candidate) => candidate?.address === account.address)
  if (!own) {
    throw new ConnectorError('The wallet does not offer this account any more. Choose another one.', {
      code: 'ACCOUNT_NOT_FOUND',
      metaMessages: [`No account has the id "${account.id}".`],
    })
  }
  const has = (feature: FeatureName) =>
    wallet.features[feature] !== undefined && copyList(own.features, chainLimit)?.includes(feature) === true
  return {
    name,
    account: own,
    has,
    feature(feature, action) {
      const found = wallet.features[feature]
      if (!found || !has(feature))
        throw featureMissing(name, action, `${feature}, by the wallet and by the account`)
      return found
    },
    async ask(feature, count, run) {
      let answers: unknown
      try {
        answers = await run()
      } catch (error) {
        throw walletErrorFrom(error, { wallet: name, method: feature })
      }
      const list = copyList(answers, count)
      if (list?.length !== count) {
        throw invalidAnswer(name, feature, `${describeAnswer(answers)}, expected a list of ${count}`)
      }
      for (const answer of list) {
        if (typeof answer !== 'object' || answer === null) {
          throw invalidAnswer(name, feature, describeAnswer(answer))
        }
      }
      return list as readonly Answer[]
    },
  }
}

/** The members that are used, each read once: a getter of a hostile page may throw, or answer otherwise later. */
function readProvider(provider: unknown): Pick<SolanaWallet, 'name' | 'features'> & {
  readonly accounts: readonly (WalletAccount | null)[]
} {
  try {
    const features = readField(provider, 'features')
    const list = copyList(readField(provider, 'accounts'), accountLimit)
    if (typeof features === 'object' && features !== null && list) {
      const name = readField(provider, 'name')
      return {
        name: typeof name === 'string' ? name : '',
        features: features as Features,
        accounts: list as readonly (WalletAccount | null)[],
      }
    }
  } catch {
    // It is answered below, as for anything else that is no wallet.
  }
  throw new ConnectorError('The connected wallet can’t be used with Solana.', {
    code: 'WALLET_PROVIDER_INVALID',
    metaMessages: ['Expected a Wallet Standard wallet, as Connection.provider("solana") answers.'],
  })
}

/** A member of what a wallet answered; a getter that throws has nothing in it. */
export function memberOf(value: unknown, member: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>> | null | undefined)?.[member]
  } catch {
    return undefined
  }
}

/**
 * A copy of bytes a wallet answered with, so that it cannot change them after they were checked.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID`
 */
export function bytesOf(wallet: string, method: string, member: string, answer: Answer): Uint8Array {
  const value = memberOf(answer, member)
  if (ArrayBuffer.isView(value)) {
    return Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  }
  throw invalidAnswer(wallet, method, `${member}: ${describeAnswer(value)}, expected bytes`)
}
