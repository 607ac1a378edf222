import { ConnectorError } from '@latchkey/kernel/plugin'
import type { EvmNetwork } from '../evmChain.js'
import type { Eip1193Provider } from '../provider.js'
import { ask } from './ask.js'

/**
 * Asks the wallet to add a chain (EIP-3085), with the chain's own endpoints: those of the host may hold its keys.
 * Wallets must refuse `http:`; only a local chain is offered with it.
 *
 * @throws ConnectorError `NETWORK_NOT_ADDABLE` when the chain has no endpoint for wallets; `USER_REJECTED`.
 */
export async function addNetwork(
  wallet: { readonly provider: Eip1193Provider; readonly name: string; readonly signal?: AbortSignal },
  chainId: `0x${string}`,
  entry: EvmNetwork | undefined,
): Promise<void> {
  const rpcUrls = entry?.walletRpcUrls.filter(isForWallets) ?? []
  if (!entry || rpcUrls.length === 0) throw notAddable(wallet.name, entry?.network.name ?? chainId)
  const { name, nativeCurrency, explorer } = entry.network
  const explorers = explorer && isForWallets(explorer.url) ? { blockExplorerUrls: [explorer.url] } : {}
  const chain = { chainId, chainName: name, nativeCurrency: { ...nativeCurrency }, rpcUrls, ...explorers }
  await ask(wallet.provider, 'wallet_addEthereumChain', [chain], wallet.signal)
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function isForWallets(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopback.has(hostname)
}

function notAddable(wallet: string, network: string): ConnectorError {
  return new ConnectorError(`${wallet} does not know ${network}. Add the network in the wallet first.`, {
    code: 'NETWORK_NOT_ADDABLE',
    metaMessages: ['Wallets accept only https endpoints, and the chain lists none in rpcUrls.default.http.'],
  })
}
