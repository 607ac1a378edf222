import { copyList, invalidAnswer, describeAnswer, decodeHex, encodeHex } from '@latchkey/kernel/chain'
import { ConnectorError, type NetworkId } from '@latchkey/kernel/plugin'
import { isAddress, isSameAddress } from '../../address.js'
import { type BitcoinChain, networkIdOf } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'
import { fromBase64, toBase64, toText } from '../bytes.js'
import { accountLimit, readList } from '../readList.js'
import { walletErrorFrom } from '../walletErrors.js'
import type { CreateAdapter, WalletState } from './adapter.js'
import { messageNotText } from './messageNotText.js'

type Provider = Readonly<Record<string, ((...parameters: unknown[]) => unknown) | undefined>>

/** Names of networks, by `getChain` first and by `getNetwork` of older wallets. */
const chains: Readonly<Record<string, BitcoinChain>> = {
  BITCOIN_MAINNET: 'mainnet',
  BITCOIN_TESTNET: 'testnet',
  BITCOIN_TESTNET4: 'testnet4',
  BITCOIN_SIGNET: 'signet',
  BITCOIN_REGTEST: 'regtest',
  livenet: 'mainnet',
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
}

const places = {
  NETWORK_MISMATCH: 'network. Switch it, then send again.',
  ACCOUNT_MISMATCH: 'account. Choose the one that was shown, then send again.',
} as const

/** Wallets whose object is like that of UniSat: one address at a time, PSBTs in hex. */
export const createUnisatAdapter: CreateAdapter = (name, target) => {
  const provider = target as Provider
  const can = (method: string) => typeof provider[method] === 'function'

  async function ask(method: string, ...parameters: unknown[]): Promise<unknown> {
    try {
      return await provider[method]?.(...parameters)
    } catch (error) {
      throw walletErrorFrom(error)
    }
  }

  const chainMethod = can('getChain') ? 'getChain' : can('getNetwork') ? 'getNetwork' : undefined

  async function toldChain(method: string): Promise<unknown> {
    const answer = await ask(method)
    return typeof answer === 'object' && answer !== null ? (answer as { enum?: unknown }).enum : answer
  }

  const idOf = (told: unknown): NetworkId | undefined => {
    const chain = typeof told === 'string' && Object.hasOwn(chains, told) ? chains[told] : undefined
    return chain && networkIdOf(chain)
  }

  async function networkId(): Promise<NetworkId | undefined> {
    if (chainMethod === undefined) return undefined
    const told = await toldChain(chainMethod)
    const id = idOf(told)
    if (id) return id
    throw invalidAnswer(name, chainMethod, `${describeAnswer(told)}, expected a Bitcoin network`)
  }

  /** The wallet pays from where it stands, whatever was shown: another account, or a chain whose addresses look the same. */
  async function checkPlace(asked: NetworkId, from: string): Promise<void> {
    const told = chainMethod && (await toldChain(chainMethod))
    if (told !== undefined && idOf(told) !== asked) throw elsewhere('NETWORK_MISMATCH', told)
    const accounts = can('getAccounts') ? await ask('getAccounts') : []
    const shown = (copyList(accounts, accountLimit) ?? []).filter(isText).filter(isAddress)
    if (shown.length > 0 && !shown.some((address) => isSameAddress(address, from))) {
      throw elsewhere('ACCOUNT_MISMATCH', shown[0])
    }
  }

  function elsewhere(code: keyof typeof places, told: unknown): ConnectorError {
    return new ConnectorError(`${name} stands on another ${places[code]}`, {
      code,
      metaMessages: [`The wallet stands on: ${describeAnswer(told)}`],
    })
  }

  async function read(method: string, answer: unknown): Promise<WalletState> {
    const addresses = readList<unknown>(name, method, answer)
    if (addresses.length === 0) return { method, accounts: [] }
    const publicKey = can('getPublicKey') ? await ask('getPublicKey') : undefined
    // One key is told, that of the selected account, which comes first.
    const accounts = addresses.map((address, index) => ({
      address,
      ...(index === 0 && publicKey !== undefined ? { publicKey } : {}),
    }))
    return { method, accounts, networkId: await networkId() }
  }

  const wallet: BitcoinWallet = {
    name,
    provider,
    ...(can('signMessage') && {
      async signMessage({ message, protocol }) {
        const text = toText(message)
        if (text === undefined) throw messageNotText(name)
        return ask('signMessage', text, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa')
      },
    }),
    async signPsbt({ psbt, inputs }) {
      const toSignInputs = inputs.map(({ index, address, sighash }) => ({
        index,
        address,
        ...(sighash === undefined ? {} : { sighashTypes: [sighash] }),
      }))
      const hex = encodeHex(fromBase64(psbt) ?? new Uint8Array())
      const answer = await ask('signPsbt', hex, { autoFinalized: false, toSignInputs })
      const bytes = typeof answer === 'string' ? (decodeHex(answer) ?? fromBase64(answer)) : undefined
      return bytes ? toBase64(bytes) : answer
    },
    ...(can('sendBitcoin') && {
      async sendTransfer({ networkId: asked, from, to, amount, feeRate }) {
        await checkPlace(asked, from)
        return ask('sendBitcoin', to, Number(amount), ...(feeRate === undefined ? [] : [{ feeRate }]))
      },
    }),
  }

  return {
    wallet,
    connect: async () => read('requestAccounts', await ask('requestAccounts')),
    async restore() {
      if (!can('getAccounts')) return undefined
      const state = await read('getAccounts', await ask('getAccounts'))
      return state.accounts.length > 0 ? state : undefined
    },
    ...(can('switchChain') && {
      async switchNetwork({ chain, name: network }) {
        await ask('switchChain', `BITCOIN_${chain.toUpperCase()}`)
        const state = await read('getAccounts', await ask('getAccounts'))
        if (state.networkId === networkIdOf(chain)) return state
        throw new ConnectorError(`${name} did not switch to ${network}. Switch there in the wallet.`, {
          code: 'WALLET_NETWORK_UNCHANGED',
          parameters: { wallet: name, network },
        })
      },
    }),
    listen({ changed, ended, failed }) {
      let reads = 0
      let listening = true
      const reread = async () => {
        reads += 1
        const own = reads
        try {
          const state = await read('getAccounts', await ask('getAccounts'))
          // A later event has asked again: its answer is newer.
          if (!listening || own !== reads) return
          if (state.accounts.length === 0) ended()
          else changed(state)
        } catch (error) {
          if (listening) failed(error)
        }
      }
      const accountsChanged = (addresses: unknown) => {
        if (!listening) return
        if (copyList(addresses, 0)) ended()
        else void reread()
      }
      const listeners: Readonly<Record<string, (payload: unknown) => void>> = {
        accountsChanged,
        networkChanged: () => void reread(),
        chainChanged: () => void reread(),
        disconnect: () => listening && ended(),
      }
      const each = (act: string) => {
        for (const [event, listener] of Object.entries(listeners)) {
          try {
            provider[act]?.(event, listener)
          } catch (error) {
            failed(error)
          }
        }
      }
      each('on')
      return () => {
        if (!listening) return
        listening = false
        each(can('removeListener') ? 'removeListener' : 'off')
      }
    },
    ...(can('disconnect') && {
      async disconnect() {
        await ask('disconnect')
      },
    }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
