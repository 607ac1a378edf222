import { type Clock, lazy, type LogService, type NetworkId, token } from '@latchkey/kernel/plugin'
import { networkNotFound } from '@latchkey/kernel/wallet'
import type { Chain, Client, Transport } from 'viem'
import type { EvmNetworks } from './evmChain.js'

/** A viem client for one chain: hand it to viem's actions, for example `getBlock(client)`. */
export type EvmClient = Client<Transport, Chain, undefined>

export interface Eip155ClientService {
  /**
   * The client of a listed network; the first ask loads viem. Requests go to the network's endpoints only, are batched,
   * shared while equal ones are under way, repeated on passing faults, and sent to the next endpoint when one fails.
   *
   * @throws NetworkError `NETWORK_NOT_FOUND` when the host does not list the network; BaseError `LOAD_FAILED`.
   */
  client(networkId: NetworkId): Promise<EvmClient>
}

export const Eip155Client = token<Eip155ClientService>('latchkey.eip155.client', {
  package: '@latchkey/plugin-eip155',
})

export interface ClientOptions {
  /**
   * JSON-RPC batching: how many calls go into one request, and how long the first one waits for others, in
   * milliseconds. Default 1000 and 0. Endpoints that take fewer are found out and given fewer. `false` turns it off.
   */
  readonly batch?: { readonly size?: number; readonly wait?: number } | false | undefined
  /**
   * Whether look-ups of names follow a resolver to its own servers (EIP-3668). The server learns which name is looked up. A
   * function decides for each server, and lists in one place what `connect-src` of the page's policy has to allow. `false`
   * asks none. Default true: servers that have a public name, over https.
   */
  readonly offchainNames?: boolean | ((gateway: URL) => boolean) | undefined
  /** Hosts that avatars of names may be loaded from over https, for example `['euc.li']`. Default none. */
  readonly avatarHosts?: readonly string[] | undefined
  /** Serves `ipfs://` avatars of names, for example `https://ipfs.example/ipfs/`. Default none. */
  readonly ipfsGateway?: string | undefined
  /** How many days before the newest block are looked at for past transactions and collectibles. Default 14. */
  readonly history?: { readonly days?: number | undefined } | undefined
}

export interface ClientTools {
  readonly log: LogService
  readonly clock: Clock
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

/** One client per network, made when it is first asked for. */
export function createClients(
  networks: EvmNetworks,
  options: ClientOptions,
  tools: ClientTools,
): Eip155ClientService {
  const sdk = lazy('The EVM client', () => import('./sdk/createEvmClient.js'))
  const clients = new Map<NetworkId, () => Promise<EvmClient>>()
  return {
    async client(networkId) {
      const entry = networks.get(networkId)
      if (!entry) throw networkNotFound(networkId)
      const client =
        clients.get(networkId) ??
        lazy('The EVM client', async () => (await sdk()).createEvmClient(entry, options, tools))
      clients.set(networkId, client)
      return client()
    },
  }
}
