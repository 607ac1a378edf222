import {
  copyList,
  describeAnswer,
  invalidAnswer,
  featureMissing,
  readField,
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
import { unknownNetworkId } from '../unknownNetworkId.js'
import { walletErrors } from '../walletErrors.js'
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
  /** Connects without a prompt, or reads the wallet's own list. Rejects where that list was empty all along. */
  refresh(): Promise<WalletState>
  /** Reads the wallet's own list of accounts, which counts alone from when there are some. */
  reread(): WalletState
  /** Reads accounts that the wallet tells. */
  stateOf(method: string, accounts: unknown): WalletState
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
    const own = has('bitcoin:connect')
    const feature = own ? 'bitcoin:connect' : 'standard:connect'
    const answer = await ask(feature, 'connect', own ? { purposes: ['payment', 'ordinals'] } : {})
    const shared = bitcoinAccounts(feature, readField(answer, 'accounts') ?? answer)
    granted = keepsList(wallet) ? [] : shared
    return stateOf(feature, shared)
  }

  async function refresh(): Promise<WalletState> {
    if (has('standard:connect')) {
      const answer = await ask('standard:connect', 'connect', { silent: true })
      granted = bitcoinAccounts('standard:connect', (answer as { accounts?: unknown } | null)?.accounts ?? [])
      return stateOf('standard:connect', granted)
    }
    const own = bitcoinAccounts('standard:connect', wallet.accounts ?? [])
    if (own.length === 0 && granted.length > 0) throw featureMissing(name, 'connect', 'standard:connect')
    return stateOf('standard:connect', own)
  }

  function reread(): WalletState {
    const own = bitcoinAccounts('standard:events', wallet.accounts)
    if (own.length > 0) granted = []
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

  return {
    has,
    ask,
    connect,
    refresh,
    reread,
    stateOf: (method, accounts) => stateOf(method, bitcoinAccounts(method, accounts)),
    accountOf,
  }
}

/** A wallet that keeps a list of its own says by it when it shares nothing any more. */
const keepsList = ({ accounts }: StandardWallet): boolean =>
  (copyList(accounts, accountLimit) ?? []).length > 0

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
    throw walletErrors.standard(error, { wallet: name, method: feature })
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
  const other = [...chains].find((chain) => isBitcoinChain(chain))
  return served.length === 0 && typeof other === 'string'
    ? { method, accounts: given, networkId: unknownNetworkId(other.slice('bitcoin:'.length)) }
    : { method, accounts: given, served }
}
