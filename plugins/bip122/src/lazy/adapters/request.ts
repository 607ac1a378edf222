import { readField, decodeHex, encodeHex } from '@latchkey/kernel/chain'
import { isKernelError, type NetworkId } from '@latchkey/kernel/plugin'
import { type BitcoinChain, type BitcoinNetwork, chainOf, networkIdOf } from '../../networks.js'
import { fromBase64, toBase64, toText } from '../bytes.js'
import { readList } from '../readList.js'
import { satsConnectErrorFrom } from '../walletErrors.js'
import type { CreateAdapter, GivenAccount, WalletState } from './adapter.js'
import { messageNotText } from './messageNotText.js'

interface Provider {
  readonly request: (method: string, parameters?: unknown) => unknown
  readonly addListener?: (listener: {
    readonly eventName: string
    readonly cb: (event: unknown) => void
  }) => unknown
  readonly isLeather?: unknown
}

const purposes = ['payment', 'ordinals']
/** The method does not exist: another one may. */
const isUnsupported = (error: unknown) => isKernelError(error, 'WALLET_METHOD_UNSUPPORTED')
const isDenied = (error: unknown) =>
  ['WALLET_ACCESS_DENIED', 'USER_REJECTED', 'RPC_UNAUTHORIZED'].includes(
    isKernelError(error) ? error.code : '',
  )

/** sats-connect's name of a network: `Mainnet`. */
const nameOf = (chain: BitcoinChain) => chain.charAt(0).toUpperCase() + chain.slice(1)

/**
 * Wallets that take `request(method, params)` in the way of sats-connect, most of them listed by WBIP-004. Leather takes
 * the same methods with parameters after WBIP-006.
 */
export const createRequestAdapter: CreateAdapter = (name, target) => {
  const provider = target as Provider
  const leather =
    provider.isLeather === true || target === (globalThis as { LeatherProvider?: unknown }).LeatherProvider

  /** Some wallets answer with an error where others throw it, and some leave the envelope out. */
  async function ask(method: string, parameters: unknown = null): Promise<unknown> {
    let answer: unknown
    try {
      answer = await provider.request(method, parameters)
    } catch (error) {
      throw satsConnectErrorFrom(name, method, readField(error, 'error') ?? error)
    }
    const error = readField(answer, 'error')
    if (error) throw satsConnectErrorFrom(name, method, error)
    const result = readField(answer, 'result')
    // Nothing is read without its envelope that could be `undefined` within one.
    return result === undefined ? answer : result
  }

  /** The first method that the wallet knows. */
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

  function stateOf(method: string, answer: unknown): WalletState {
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
  const leatherNetwork = (networkId: NetworkId) => chainOf(networkId) ?? 'mainnet'

  return {
    wallet: {
      name,
      provider,
      async signMessage({ networkId, address, message, protocol }) {
        const text = toText(message)
        if (text === undefined) throw messageNotText(name)
        const answer = leather
          ? await ask('signMessage', {
              message: text,
              paymentType: /^(?:bc|tb|bcrt)1p/i.test(address) ? 'p2tr' : 'p2wpkh',
              network: leatherNetwork(networkId),
            })
          : await ask('signMessage', { address, message: text, protocol: protocol.toUpperCase() })
        return readField(answer, 'signature')
      },
      async signPsbt({ networkId, psbt, inputs }) {
        if (leather) {
          const sighashes = [...new Set(inputs.flatMap(({ sighash }) => sighash ?? []))]
          const answer = await ask('signPsbt', {
            hex: encodeHex(fromBase64(psbt) ?? new Uint8Array()),
            signAtIndex: inputs.map(({ index }) => index),
            ...(sighashes.length > 0 ? { allowedSighash: sighashes } : {}),
            network: leatherNetwork(networkId),
            broadcast: false,
          })
          const hex = readField(answer, 'hex')
          const bytes = typeof hex === 'string' ? decodeHex(hex) : undefined
          return bytes ? toBase64(bytes) : hex
        }
        const signInputs: Record<string, number[]> = {}
        for (const { address, index } of inputs) {
          signInputs[address] = [...(signInputs[address] ?? []), index]
        }
        const answer = await ask('signPsbt', { psbt, signInputs, broadcast: false })
        return readField(answer, 'psbt')
      },
      async sendTransfer({ networkId, to, amount }) {
        const answer = leather
          ? await ask('sendTransfer', {
              recipients: [{ address: to, amount: String(amount) }],
              network: leatherNetwork(networkId),
            })
          : await ask('sendTransfer', { recipients: [{ address: to, amount: Number(amount) }] })
        return readField(answer, 'txid')
      },
    },
    async connect({ networks }) {
      const network = nameOf((networks[0] as BitcoinNetwork).chain)
      const message = 'Connect to this app'
      const asked = leather
        ? ([['getAddresses', { network: networks[0]?.chain }]] as const)
        : ([
            ['wallet_connect', { addresses: purposes, network, message }],
            ['getAccounts', { purposes, message }],
            ['getAddresses', { purposes, message }],
          ] as const)
      return withNetwork(await askFirst(asked))
    },
    async restore() {
      if (leather) return undefined
      try {
        const state = stateOf('wallet_getAccount', await ask('wallet_getAccount'))
        return await withNetwork(state)
      } catch (error) {
        if (isUnsupported(error) || isDenied(error)) return undefined
        throw error
      }
    },
    ...(!leather && {
      async switchNetwork({ chain }) {
        await ask('wallet_changeNetwork', { name: nameOf(chain) })
        const state = stateOf('wallet_getAccount', await ask('wallet_getAccount'))
        return { ...state, networkId: networkIdOf(chain) }
      },
    }),
    listen({ changed, ended, failed }) {
      let listening = true
      let reads = 0
      const reread = async (event: unknown) => {
        reads += 1
        const own = reads
        try {
          const addresses = readField(event, 'addresses')
          const bitcoin = readField(event, 'bitcoin')
          const told =
            addresses === undefined ? await ask('wallet_getAccount') : { addresses, network: { bitcoin } }
          const state = await withNetwork(stateOf('accountChange', told))
          if (!listening || own !== reads) return
          if (state.accounts.length === 0) ended()
          else changed(state)
        } catch (error) {
          if (!listening) return
          if (isDenied(error)) ended()
          else failed(error)
        }
      }
      const listeners: readonly (readonly [string, (event: unknown) => void])[] = [
        ['accountChange', (event) => void reread(event)],
        ['networkChange', (event) => void reread(event)],
        ['disconnect', () => listening && ended()],
      ]
      const removals = listeners.map(([eventName, cb]) => {
        try {
          return provider.addListener?.({ eventName, cb })
        } catch (error) {
          failed(error)
          return undefined
        }
      })
      return () => {
        listening = false
        for (const remove of removals.splice(0)) {
          try {
            if (typeof remove === 'function') remove()
          } catch (error) {
            failed(error)
          }
        }
      }
    },
    async disconnect() {
      if (leather) return
      try {
        await ask('wallet_disconnect')
      } catch (error) {
        if (!isUnsupported(error) && !isDenied(error)) throw error
      }
    },
  }
}

const isBitcoinPurpose = (purpose: unknown) =>
  purpose === undefined || purposes.some((known) => known === purpose)

/** `{ bitcoin: { name } }` as sats-connect tells it. A name nobody knows is no network of ours. */
function networkFrom(network: unknown): NetworkId | undefined {
  const { bitcoin } = (network ?? {}) as { bitcoin?: { name?: unknown } | null }
  const told = typeof bitcoin?.name === 'string' ? bitcoin.name.toLowerCase() : undefined
  const chains: readonly BitcoinChain[] = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest']
  const chain = chains.find((candidate) => candidate === told)
  return chain && networkIdOf(chain)
}
