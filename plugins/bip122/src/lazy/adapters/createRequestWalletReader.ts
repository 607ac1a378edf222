import { readField } from '@latchkey/kernel/chain'
import { isKernelError, type NetworkId } from '@latchkey/kernel/plugin'
import { type BitcoinChain, networkIdOf } from '../../networks.js'
import { unknownNetworkId } from '../unknownNetworkId.js'
import { readList } from '../readList.js'
import { walletErrors } from '../walletErrors.js'
import type { GivenAccount, WalletState } from './adapter.js'

/** The wallet's object. */
export interface RequestProvider {
  readonly request: (method: string, parameters?: unknown) => unknown
  readonly addListener?: (listener: {
    readonly eventName: string
    readonly cb: (event: unknown) => void
  }) => unknown
  readonly isLeather?: unknown
}

/** What the app asks accounts for, in the words of sats-connect. */
export const purposes = ['payment', 'ordinals']

/** The wallet does not have the method. It may have another one for the same purpose. */
export const isUnsupported = (error: unknown) => isKernelError(error, 'WALLET_METHOD_UNSUPPORTED')
export const isDenied = (error: unknown) =>
  ['WALLET_ACCESS_DENIED', 'USER_REJECTED', 'RPC_UNAUTHORIZED'].includes(
    isKernelError(error) ? error.code : '',
  )

/** Asks a wallet of the `request` dialect and reads what it returns. */
export interface RequestWalletReader {
  ask(method: string, parameters?: unknown): Promise<unknown>
  /** Returns the state by the first method that the wallet knows. */
  askFirst(questions: readonly (readonly [string, unknown])[]): Promise<WalletState>
  stateOf(method: string, answer: unknown): WalletState
  /** Adds the network the wallet stands on, where the state does not name it. */
  withNetwork(state: WalletState): Promise<WalletState>
}

export function createRequestWalletReader(
  name: string,
  provider: RequestProvider,
  leather: boolean,
): RequestWalletReader {
  const errorFrom = leather ? walletErrors.leather : walletErrors.satsConnect

  /** Some wallets return an error where others throw it, and some leave the envelope out. */
  async function ask(method: string, parameters: unknown = null): Promise<unknown> {
    let answer: unknown
    try {
      answer = await provider.request(method, parameters)
    } catch (error) {
      throw errorFrom(readField(error, 'error') ?? error, { wallet: name, method })
    }
    const error = readField(answer, 'error')
    if (error) throw errorFrom(error, { wallet: name, method })
    const result = readField(answer, 'result')
    // Nothing is read without its envelope that could be `undefined` within one.
    return result === undefined ? answer : result
  }

  async function askFirst(questions: readonly (readonly [string, unknown])[]): Promise<WalletState> {
    let unsupported: unknown
    for (const [method, parameters] of questions) {
      try {
        return stateOf(method, await ask(method, parameters))
      } catch (error) {
        if (!isUnsupported(error)) throw error
        unsupported = error
      }
    }
    throw unsupported
  }

  const stateOf = (method: string, answer: unknown) => readState(name, method, answer)

  async function currentNetwork(): Promise<NetworkId | undefined> {
    try {
      return networkFrom(await ask('wallet_getNetwork'))
    } catch (error) {
      if (isUnsupported(error) || isDenied(error)) return undefined
      throw error
    }
  }

  const withNetwork = async (state: WalletState): Promise<WalletState> => ({
    ...state,
    networkId: state.networkId ?? (leather ? undefined : await currentNetwork()),
  })

  return { ask, askFirst, stateOf, withNetwork }
}

function readState(name: string, method: string, answer: unknown): WalletState {
  const addresses = readField(answer, 'addresses') ?? answer
  const network = readField(answer, 'network')
  // Wallets that span chains list all their addresses.
  const accounts = readList<(GivenAccount & { readonly symbol?: unknown }) | null>(
    name,
    method,
    addresses,
  ).filter((entry) => entry?.symbol !== 'STX' && isBitcoinPurpose(entry?.purpose))
  return { method, accounts: accounts as readonly GivenAccount[], networkId: networkFrom(network) }
}

const isBitcoinPurpose = (purpose: unknown) =>
  purpose === undefined || purposes.some((known) => known === purpose)

/** `{ bitcoin: { name } }` as sats-connect tells it. */
function networkFrom(network: unknown): NetworkId | undefined {
  const { bitcoin } = (network ?? {}) as { bitcoin?: { name?: unknown } | null }
  const told = typeof bitcoin?.name === 'string' ? bitcoin.name.toLowerCase() : undefined
  const chains: readonly BitcoinChain[] = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest']
  const chain = chains.find((candidate) => candidate === told)
  return chain ? networkIdOf(chain) : told ? unknownNetworkId(told) : undefined
}
