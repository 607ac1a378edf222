import {
  copyList,
  describeAnswer,
  invalidAnswer,
  featureMissing,
  type WalletAction,
} from '@latchkey/kernel/chain'
import { type BitcoinChain, networkIdOf } from '../../networks.js'
import { accountLimit, readList } from '../readList.js'
import {
  chainLimit,
  featureOf,
  isBitcoinChain,
  type StandardAccount,
  type StandardWallet,
} from '../standardWallet.js'
import { walletErrorFrom } from '../walletErrors.js'
import type { GivenAccount, WalletState } from './adapter.js'

const chainNames: readonly BitcoinChain[] = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest']

/** An account of the wallet, its chains read once. */
interface Granted {
  readonly account: StandardAccount
  readonly chains: readonly unknown[]
}

/** Asks a Wallet Standard wallet and reads what it returns. */
export interface StandardReader {
  has(feature: string): boolean
  ask(feature: string, method: string, ...inputs: unknown[]): Promise<unknown>
  connect(): Promise<WalletState>
  /** Connects without a prompt. `undefined` when the wallet shares no account. */
  restore(): Promise<WalletState | undefined>
  /** Reads the wallet's own list of accounts, which then counts alone. */
  reread(): WalletState
  accountOf(address: string): Promise<StandardAccount>
}

export function createStandardReader(name: string, wallet: StandardWallet): StandardReader {
  /** What `bitcoin:connect` returned: some wallets keep their own list empty. */
  let granted: readonly Granted[] = []
  const has = (feature: string) => featureOf(wallet, feature) !== undefined

  const ask = (feature: string, method: string, ...inputs: unknown[]) =>
    askFeature(name, wallet, feature, method, inputs)
  const bitcoinAccounts = (method: string, value: unknown) => readBitcoinAccounts(name, method, value)

  async function connect(): Promise<WalletState> {
    const own = featureOf(wallet, 'bitcoin:connect') !== undefined
    const feature = own ? 'bitcoin:connect' : 'standard:connect'
    const answer = await ask(feature, 'connect', own ? { purposes: ['payment', 'ordinals'] } : {})
    const accounts: unknown = (answer as { accounts?: unknown } | null)?.accounts
    granted = bitcoinAccounts(feature, accounts ?? answer)
    return stateOf(feature, granted)
  }

  async function restore(): Promise<WalletState | undefined> {
    if (has('standard:connect')) {
      const answer = await ask('standard:connect', 'connect', { silent: true })
      granted = bitcoinAccounts('standard:connect', (answer as { accounts?: unknown } | null)?.accounts ?? [])
      return granted.length > 0 ? stateOf('standard:connect', granted) : undefined
    }
    const own = bitcoinAccounts('standard:connect', wallet.accounts ?? [])
    return own.length > 0 ? stateOf('standard:connect', own) : undefined
  }

  function reread(): WalletState {
    const own = bitcoinAccounts('standard:events', wallet.accounts)
    granted = []
    return stateOf('standard:events', own)
  }

  /** The wallet's own object for an address. One that has forgotten the app is asked to connect, within the action. */
  async function accountOf(address: string): Promise<StandardAccount> {
    const find = () => {
      const own = (copyList(wallet.accounts, accountLimit) ?? []) as readonly StandardAccount[]
      const all = [...own, ...granted.map(({ account }) => account)]
      return all.find((account) => account?.address === address)
    }
    const known = find()
    if (known) return known
    await connect()
    const account = find()
    if (account) return account
    throw invalidAnswer(name, 'bitcoin:connect', `no account ${address}`)
  }

  return { has, ask, connect, restore, reread, accountOf }
}

function actionOf(feature: string): WalletAction {
  if (/signMessage/i.test(feature)) return 'signMessages'
  return /signTransaction|signPsbt/i.test(feature) ? 'signTransactions' : 'connect'
}

async function askFeature(
  name: string,
  wallet: StandardWallet,
  feature: string,
  method: string,
  inputs: readonly unknown[],
): Promise<unknown> {
  const call = featureOf(wallet, feature)?.[method]
  if (typeof call !== 'function') throw featureMissing(name, actionOf(feature), feature)
  try {
    return await call.apply(featureOf(wallet, feature), [...inputs])
  } catch (error) {
    throw walletErrorFrom(error)
  }
}

function readBitcoinAccounts(name: string, method: string, value: unknown): readonly Granted[] {
  return readList<StandardAccount | null>(name, method, value).flatMap((account) => {
    const chains = copyList(account?.chains, chainLimit)
    if (!account || !chains) throw invalidAnswer(name, method, `account: ${describeAnswer(account)}`)
    return chains.some(isBitcoinChain) ? [{ account, chains }] : []
  })
}

function stateOf(method: string, accounts: readonly Granted[]): WalletState {
  const given = accounts.map(({ account }): GivenAccount => {
    const { address, publicKey, label, purpose } = account
    const empty = (publicKey as { length?: unknown } | null | undefined)?.length === 0
    return { address, label, purpose, ...(publicKey && !empty ? { publicKey } : {}) }
  })
  const chains = new Set(accounts.flatMap((account) => account.chains))
  const served = chainNames.filter((chain) => chains.has(`bitcoin:${chain}`)).map(networkIdOf)
  return { method, accounts: given, served }
}
