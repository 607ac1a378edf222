import type { Words } from '../keys/words.js'
import { ConnectorError } from './connector.js'

const actions = {
  connect: 'connect this way',
  send: 'send',
  sendTransactions: 'send transactions',
  signIn: 'sign in',
  signMessages: 'sign messages',
  signTransactions: 'sign transactions',
} as const

/** What a wallet was asked for. A host translates it in the section `errors`, as `WALLET_FEATURE_MISSING.signMessages`. */
export type WalletAction = keyof typeof actions

/**
 * The wallet lacks a feature that is needed: ConnectorError `WALLET_FEATURE_MISSING`.
 *
 * @param needed For developers: the feature or method, and whose.
 */
export function featureMissing(wallet: string, action: WalletAction, needed?: string): ConnectorError {
  const code = 'WALLET_FEATURE_MISSING'
  const words: Words = { section: 'errors', key: `${code}.${action}`, text: actions[action] }
  return new ConnectorError(`${wallet} cannot ${actions[action]}. Use another wallet for this.`, {
    code,
    parameters: { wallet, action: words },
    ...(needed === undefined ? {} : { metaMessages: [`Needed: ${needed}.`] }),
  })
}
