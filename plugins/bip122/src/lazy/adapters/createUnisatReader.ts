import { copyList, describeAnswer, invalidAnswer } from '@latchkey/kernel/chain'
import { type Clock, ConnectorError, type NetworkId, wait } from '@latchkey/kernel/plugin'
import { isAddress, isSameAddress } from '../../address.js'
import { type BitcoinChain, networkIdOf } from '../../networks.js'
import { accountLimit, readList } from '../readList.js'
import { unknownNetworkId } from '../unknownNetworkId.js'
import { walletErrors } from '../walletErrors.js'
import type { WalletState } from './adapter.js'

export type UnisatProvider = Readonly<Record<string, ((...parameters: unknown[]) => unknown) | undefined>>

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
  NETWORK_MISMATCH: (wallet: string) => `${wallet} stands on another network. Switch it, then send again.`,
  ACCOUNT_MISMATCH: (wallet: string) =>
    `${wallet} stands on another account. Choose the one that was shown, then send again.`,
} as const

/** Asks a wallet whose object is like that of UniSat, and reads what it returns. */
export interface UnisatReader {
  /** Whether the wallet has the method. */
  can(method: string): boolean
  ask(method: string, ...parameters: unknown[]): Promise<unknown>
  /** Reads the wallet's state, with the addresses that `method` returned. */
  read(method: string, answer: unknown): Promise<WalletState>
  /** Reads the accounts, again after each pause (milliseconds) while there are none: a wallet that moves has none for a moment. */
  readSettled(pauses: readonly number[], signal?: AbortSignal): Promise<WalletState>
  /** Rejects when the wallet would not pay on this network from this address. */
  checkPlace(asked: NetworkId, from: string): Promise<void>
}

export function createUnisatReader(name: string, provider: UnisatProvider, clock: Clock): UnisatReader {
  const can = (method: string) => typeof provider[method] === 'function'

  async function ask(method: string, ...parameters: unknown[]): Promise<unknown> {
    try {
      return await provider[method]?.(...parameters)
    } catch (error) {
      throw walletErrors.unisat(error, { wallet: name, method })
    }
  }

  const chainMethod = can('getChain') ? 'getChain' : can('getNetwork') ? 'getNetwork' : undefined

  async function toldChain(method: string): Promise<unknown> {
    const answer = await ask(method)
    return typeof answer === 'object' && answer !== null ? (answer as { enum?: unknown }).enum : answer
  }

  async function networkId(): Promise<NetworkId | undefined> {
    if (chainMethod === undefined) return undefined
    const told = await toldChain(chainMethod)
    const id = idOf(told)
    if (id) return id
    if (typeof told === 'string' && told !== '') return unknownNetworkId(told)
    throw invalidAnswer(name, chainMethod, `${describeAnswer(told)}, expected a Bitcoin network`)
  }

  /** The wallet pays from where it stands, whatever was shown: another account, or a chain whose addresses look the same. */
  async function checkPlace(asked: NetworkId, from: string): Promise<void> {
    const told = chainMethod && (await toldChain(chainMethod))
    if (told !== undefined && idOf(told) !== asked) throw standsElsewhere(name, 'NETWORK_MISMATCH', told)
    const accounts = can('getAccounts') ? await ask('getAccounts') : []
    const shown = (copyList(accounts, accountLimit) ?? []).filter(isText).filter(isAddress)
    if (shown.length > 0 && !shown.some((address) => isSameAddress(address, from))) {
      throw standsElsewhere(name, 'ACCOUNT_MISMATCH', shown[0])
    }
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

  const readAll = async () => read('getAccounts', await ask('getAccounts'))

  return {
    can,
    ask,
    read,
    readSettled: (...settling) => readSettled(readAll, clock, ...settling),
    checkPlace,
  }
}

async function readSettled(
  read: () => Promise<WalletState>,
  clock: Clock,
  pauses: readonly number[],
  signal?: AbortSignal,
): Promise<WalletState> {
  let state = await read()
  for (const pause of pauses) {
    if (state.accounts.length > 0) break
    await wait(clock, pause, signal)
    state = await read()
  }
  return state
}

const idOf = (told: unknown): NetworkId | undefined => {
  const chain = typeof told === 'string' && Object.hasOwn(chains, told) ? chains[told] : undefined
  return chain && networkIdOf(chain)
}

function standsElsewhere(name: string, code: keyof typeof places, told: unknown): ConnectorError {
  return new ConnectorError(places[code](name), {
    code,
    parameters: { wallet: name },
    metaMessages: [`The wallet stands on: ${describeAnswer(told)}`],
  })
}

const isText = (value: unknown): value is string => typeof value === 'string'
