import {
  type Account,
  type Connection,
  ConnectorError,
  type ConnectorContribution,
  type ConnectRequest,
  plainText,
} from '@latchkey/kernel/plugin'
import { accountId, providerKey } from '@latchkey/kernel/contracts'
import { invalidAnswer, readField, rpcErrorFrom, untilAborted } from '@latchkey/kernel/chain'
import { isCosmosAddress } from './address.js'
import type { CosmosNetwork } from './networks.js'

export interface KeplrKey {
  readonly name: string
  readonly algo: string
  readonly pubKey: Uint8Array
  readonly bech32Address: string
}

/** The public part of Keplr's provider that is used here. */
export interface KeplrProvider {
  enable(chainIds: string | readonly string[]): Promise<void>
  getKey(chainId: string): Promise<KeplrKey>
  signArbitrary(chainId: string, signer: string, data: string | Uint8Array): Promise<{ signature: string }>
  signAmino(chainId: string, signer: string, document: unknown, options?: object): Promise<unknown>
  disable?(chainIds?: string | readonly string[]): Promise<void>
}

function isKeplr(value: unknown): value is KeplrProvider {
  return ['enable', 'getKey', 'signArbitrary'].every((name) => typeof readField(value, name) === 'function')
}

export const CosmosProvider = providerKey<KeplrProvider>('cosmos', isKeplr)

export interface KeplrOptions {
  readonly id: string
  readonly name: string
  /** Name of the object below `window`. */
  readonly windowKey: string
  /** The event the wallet dispatches on `window` when the account changes. */
  readonly changeEvent: string
  readonly networks: readonly CosmosNetwork[]
}

/** A connector for a wallet that injects Keplr's provider API. */
export function keplrConnector(options: KeplrOptions): ConnectorContribution {
  function find(): KeplrProvider | undefined {
    const found: unknown = Reflect.get(globalThis, options.windowKey)
    return isKeplr(found) ? found : undefined
  }

  async function open(
    provider: KeplrProvider,
    request: ConnectRequest,
    prompt: boolean,
  ): Promise<Connection> {
    const networks = request.networkIds.flatMap((id) => options.networks.find((own) => own.id === id) ?? [])
    const [first] = networks
    if (!first)
      throw new ConnectorError('The app lists no network of this wallet.', { code: 'NAMESPACE_NOT_FOUND' })
    // Enabling what is enabled already asks nothing; a wallet that is locked would ask, so it is not taken up silently.
    const chainIds = networks.map((network) => network.chainId)
    if (prompt) await untilAborted(request.signal, () => provider.enable(chainIds))
    // A wallet may never answer: the person who cancels must not wait for it.
    const opened = connection(provider, first, networks, request)
    return untilAborted(request.signal, opened, (late) => late.release?.())
  }

  async function readAccount(provider: KeplrProvider, network: CosmosNetwork): Promise<Account> {
    // Each member is read once: a wallet may answer anything, and something else the next time.
    const key: unknown = await provider.getKey(network.chainId)
    const address = readField(key, 'bech32Address')
    if (typeof address !== 'string' || !isCosmosAddress(address, [network.bech32Prefix])) {
      const told = typeof address === 'string' ? address.slice(0, 100) : typeof address
      throw invalidAnswer(options.name, 'getKey', told)
    }
    const label = plainText(readField(key, 'name'))
    return {
      id: accountId(network.id, address),
      namespace: 'cosmos',
      address,
      kind: 'eoa',
      ...(label ? { label } : {}),
    }
  }

  async function connection(
    provider: KeplrProvider,
    first: CosmosNetwork,
    networks: readonly CosmosNetwork[],
    request: ConnectRequest,
  ): Promise<Connection> {
    let current = first
    const account = await readAccount(provider, current)
    const reread = () => {
      readAccount(provider, current).then(
        (next) => request.onChange({ accounts: [next] }),
        () => request.onChange({ ended: { reason: 'The wallet was locked.' } }),
      )
    }
    window.addEventListener(options.changeEvent, reread)
    const release = () => window.removeEventListener(options.changeEvent, reread)
    return {
      accounts: [account],
      networks: { cosmos: current.id },
      approvedNetworks: { cosmos: networks.map((network) => network.id) },
      provider: () => provider,
      // A Cosmos wallet has no current network: the address of the next one is read, and both change together.
      async switchNetwork(networkId) {
        const next = networks.find((network) => network.id === networkId)
        if (!next)
          throw new ConnectorError('The wallet was not connected to this network.', {
            code: 'NETWORK_NOT_APPROVED',
          })
        const account = await readAccount(provider, next)
        current = next
        request.onChange({ accounts: [account], networks: { cosmos: next.id } })
      },
      async disconnect() {
        release()
        await provider.disable?.(networks.map((network) => network.chainId))
      },
      release,
    }
  }

  return {
    id: options.id,
    name: options.name,
    group: 'injected',
    namespaces: ['cosmos'],
    readiness: () => (find() ? 'installed' : 'missing'),
    async connect(request) {
      const provider = find()
      const missing = `${options.name} was not found. Install it and reload the page.`
      if (!provider) throw new ConnectorError(missing, { code: 'WALLET_NOT_FOUND' })
      try {
        return await open(provider, request, true)
      } catch (error) {
        request.signal.throwIfAborted()
        throw rpcErrorFrom(error, { method: 'enable' })
      }
    },
    async restore(request) {
      const provider = find()
      return provider && open(provider, request, false).catch(() => undefined)
    },
  }
}
