import { copyList, invalidAnswer, readField, describeAnswer } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { type BitcoinChain, chainOf, networkIdOf } from '../../networks.js'
import type { BitcoinWallet, PsbtInput } from '../../provider.js'
import {
  chainLimit,
  featureOf,
  isBitcoinChain,
  type StandardAccount,
  type StandardWallet,
} from '../standardWallet.js'
import { base64Of, fromBase64 } from '../bytes.js'
import { accountLimit, readList } from '../readList.js'
import { featureMissing, walletErrorFrom } from '../walletErrors.js'
import { answerLimits, type CreateAdapter, type GivenAccount, type WalletState } from './adapter.js'

const chainNames: readonly BitcoinChain[] = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest']
/** BIP-143 and BIP-341 types by the words of the standard. DEFAULT is said by leaving it out. */
const sighashNames: Readonly<Record<number, string>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/** An account of the wallet, its chains read once. */
interface Granted {
  readonly account: StandardAccount
  readonly chains: readonly unknown[]
}

/** Wallets of Wallet Standard with the features `bitcoin:*`. They name chains and have no current one. */
export const createStandardAdapter: CreateAdapter = (name, target) => {
  const wallet = target as StandardWallet
  /** What `bitcoin:connect` answered: some wallets keep their own list empty. */
  let granted: readonly Granted[] = []

  async function ask(feature: string, method: string, ...inputs: unknown[]): Promise<unknown> {
    const call = featureOf(wallet, feature)?.[method]
    if (typeof call !== 'function') throw featureMissing(name, `do this: it lacks ${feature}`)
    try {
      return await call.apply(featureOf(wallet, feature), inputs)
    } catch (error) {
      throw walletErrorFrom(error)
    }
  }

  function bitcoinAccounts(method: string, value: unknown): readonly Granted[] {
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

  async function connect(): Promise<WalletState> {
    const own = featureOf(wallet, 'bitcoin:connect') !== undefined
    const feature = own ? 'bitcoin:connect' : 'standard:connect'
    const answer = await ask(feature, 'connect', own ? { purposes: ['payment', 'ordinals'] } : {})
    const accounts: unknown = (answer as { accounts?: unknown } | null)?.accounts
    granted = bitcoinAccounts(feature, accounts ?? answer)
    return stateOf(feature, granted)
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

  async function inputsToSign(inputs: readonly PsbtInput[]) {
    const groups = new Map<string, readonly PsbtInput[]>()
    for (const input of inputs) {
      const key = `${input.address} ${input.sighash}`
      groups.set(key, [...(groups.get(key) ?? []), input])
    }
    return Promise.all(
      [...groups.values()].map(async (group) => {
        const [{ address, sighash = 0 }] = group as readonly [PsbtInput]
        const flag = sighashNames[sighash]
        return {
          account: await accountOf(address),
          signingIndexes: group.map(({ index }) => index),
          ...(flag === undefined ? {} : { sigHash: flag }),
        }
      }),
    )
  }

  const has = (feature: string) => featureOf(wallet, feature) !== undefined
  const chainName = (networkId: NetworkId) => `bitcoin:${chainOf(networkId) ?? ''}`

  const facade: BitcoinWallet = {
    name,
    provider: wallet,
    ...(has('bitcoin:signMessage') && {
      async signMessage({ address, message }) {
        const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
        const input = { account: await accountOf(address), message: bytes }
        const [output] = listOf(await ask('bitcoin:signMessage', 'signMessage', input))
        const signature = readField(output, 'signature')
        return base64Of(signature, answerLimits.signature)
      },
    }),
    ...(has('bitcoin:signTransaction') && {
      async signPsbt({ networkId, psbt, inputs }) {
        const input = {
          psbt: fromBase64(psbt),
          inputsToSign: await inputsToSign(inputs),
          chain: chainName(networkId),
        }
        const [output] = listOf(await ask('bitcoin:signTransaction', 'signTransaction', input))
        const signed = readField(output, 'signedPsbt')
        return base64Of(signed, answerLimits.psbt)
      },
    }),
  }

  return {
    wallet: facade,
    connect,
    async restore() {
      if (has('standard:connect')) {
        const answer = await ask('standard:connect', 'connect', { silent: true })
        granted = bitcoinAccounts(
          'standard:connect',
          (answer as { accounts?: unknown } | null)?.accounts ?? [],
        )
        return granted.length > 0 ? stateOf('standard:connect', granted) : undefined
      }
      const own = bitcoinAccounts('standard:connect', wallet.accounts ?? [])
      return own.length > 0 ? stateOf('standard:connect', own) : undefined
    },
    listen({ changed, ended, failed }) {
      let listening = true
      const heard = (change: unknown) => {
        if (!listening || !(readField(change, 'accounts') || readField(change, 'chains'))) return
        try {
          // Read anew: wallets replace their lists.
          const own = bitcoinAccounts('standard:events', wallet.accounts)
          granted = []
          if (own.length === 0) ended()
          else changed(stateOf('standard:events', own))
        } catch (error) {
          failed(error)
        }
      }
      let off: unknown
      try {
        off = featureOf(wallet, 'standard:events')?.['on']?.('change', heard)
      } catch (error) {
        failed(error)
      }
      return () => {
        if (!listening) return
        listening = false
        try {
          if (typeof off === 'function') off()
        } catch (error) {
          failed(error)
        }
      }
    },
    async disconnect() {
      const feature = ['bitcoin:disconnect', 'standard:disconnect'].find(has)
      if (feature !== undefined) await ask(feature, 'disconnect')
    },
  }
}

/** One input was asked about: one output is the answer. */
const listOf = (answer: unknown): readonly unknown[] => copyList(answer, 1) ?? []
