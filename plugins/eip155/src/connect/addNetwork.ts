import { ConnectorError } from '@latchkey/kernel/plugin'
import type { NetworkRequest } from '@latchkey/kernel/contracts'
import type { EvmNetwork } from '../evmChain.js'

/** EIP-3085 leaves it open; wallets take nothing else. */
const decimals = 18

export const addingMethod = 'wallet_addEthereumChain'

/**
 * Asks the wallet to add a chain (EIP-3085), with the chain's own endpoints: those of the host may hold its keys.
 * Wallets must refuse `http:`; only a local chain is offered with it.
 *
 * @throws ConnectorError `NETWORK_NOT_ADDABLE` when the chain has no endpoint for wallets; `USER_REJECTED`.
 */
export async function addNetwork(
  { wallet, ask }: Pick<NetworkRequest, 'wallet' | 'ask'>,
  chainId: `0x${string}`,
  entry: EvmNetwork | undefined,
): Promise<void> {
  const rpcUrls = entry?.walletRpcUrls.filter(isForWallets) ?? []
  if (!entry || rpcUrls.length === 0) throw notAddable(wallet, entry?.network.name ?? chainId, noEndpoint)
  const { name, nativeCurrency, explorer } = entry.network
  const explorers = explorer && isForWallets(explorer.url) ? { blockExplorerUrls: [explorer.url] } : {}
  const chain = {
    chainId,
    chainName: name,
    nativeCurrency: { ...nativeCurrency, decimals },
    rpcUrls,
    ...explorers,
  }
  await ask({ method: addingMethod, params: [chain] })
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function isForWallets(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopback.has(hostname)
}

const noEndpoint = 'Wallets accept only https endpoints, and the chain lists none in rpcUrls.default.http.'

export function notAddable(wallet: string, network: string, why: string): ConnectorError {
  return new ConnectorError(`${wallet} does not know ${network}. Add the network in the wallet first.`, {
    code: 'NETWORK_NOT_ADDABLE',
    parameters: { wallet, network },
    metaMessages: [why],
  })
}
