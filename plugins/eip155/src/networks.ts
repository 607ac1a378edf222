import { coinTokens, checkNamespace } from '@latchkey/kernel/chain'
import { inDevelopment, KernelError, type Network } from '@latchkey/kernel/plugin'
import { closedNetworks } from './closedNetworks.js'
import type { EvmChain, EvmNetwork, EvmNetworks } from './evmChain.js'

/**
 * Endpoints by CAIP-2 id or chain number; one, or several in order of preference. A network keeps its own where none is
 * given, as from an environment variable that isn't set.
 */
export type RpcUrls = Readonly<Record<string | number, string | readonly string[] | undefined>>

/**
 * Reads what the host listed. Endpoints of the host replace those of the chain, which the host then does not contact.
 *
 * @throws KernelError `EIP155_OPTIONS_INVALID` for what is no chain, `NETWORK_INVALID` for a chain with a wrong member.
 */
export function readNetworks(chains: readonly EvmChain[] | undefined, rpcUrls: RpcUrls = {}): EvmNetworks {
  const custom = new Map(Object.entries(rpcUrls).map(([key, urls]) => [key.replace('eip155:', ''), urls]))
  if (!Array.isArray(chains) || chains.length === 0) {
    throw invalid(`"networks"${inDevelopment ? ' must list at least one chain' : ''}`)
  }
  const entries = chains.map((chain: EvmChain, index) => {
    if (!Number.isSafeInteger(chain?.id) || chain.id <= 0) {
      throw invalid(
        `networks[${index}]${inDevelopment ? ' must be a chain object with a positive whole number as its "id"' : ''}`,
      )
    }
    const key = `${chain.id}`
    const entry = toNetwork(chain, custom.get(key))
    custom.delete(key)
    return entry
  })
  for (const key of custom.keys()) throw invalid(`rpcUrls names "${key}", which is not in "networks"`)
  const namespace = { id: 'eip155', networks: entries.map(({ network }) => network) }
  checkNamespace(namespace)
  return new Map(entries.map((entry) => [entry.network.id, entry]))
}

const listOf = (urls: string | readonly string[]): readonly string[] =>
  typeof urls === 'string' ? [urls] : urls

/** Chains of viem without a coin. What their nodes answer to `eth_getBalance` is one huge number for everybody. */
const coinless: readonly number[] = [
  4217, // Tempo (tempo of viem 2.57.1)
  42431, // its test network (tempoModerato)
  31318, // its development network (tempoDevnet)
]

/** Fees are counted in units of 10^-18 on every chain, also where the chain's object says otherwise. */
const withoutCoin = (chain: EvmChain): EvmChain => ({
  ...chain,
  hasCoin: false,
  nativeCurrency: { ...chain.nativeCurrency, decimals: 18 },
})

function toNetwork(given: EvmChain, custom: string | readonly string[] | undefined): EvmNetwork {
  const hasCoin = given.hasCoin ?? !coinless.includes(given.id)
  const chain = hasCoin ? given : withoutCoin(given)
  const { id, name, nativeCurrency, blockExplorers, testnet, iconUrl, closed = closedNetworks[id] } = chain
  const published = chain.rpcUrls?.default?.http ?? []
  const rpcUrls = custom === undefined ? published : listOf(custom)
  const isHttp = (url: unknown) => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)
  if (!Array.isArray(rpcUrls) || rpcUrls.length === 0 || !rpcUrls.every(isHttp)) {
    throw invalid(
      `chain ${id}${inDevelopment ? ' needs at least one RPC endpoint, and each must be an http(s) URL' : ': rpcUrls'}`,
    )
  }
  const explorer = blockExplorers?.default
  const network: Network = {
    id: `eip155:${id}`,
    namespace: 'eip155',
    name,
    nativeCurrency,
    rpcUrls,
    ...(coinTokens[id] && { coinToken: coinTokens[id] }),
    ...(explorer && { explorer }),
    ...(testnet !== undefined && { testnet }),
    ...(!hasCoin && { hasCoin }),
    ...(closed && { closed }),
    ...(iconUrl !== undefined && { icon: iconUrl }),
  }
  return { network, chain, walletRpcUrls: published }
}

function invalid(problem: string): KernelError {
  return new KernelError(`eip155() cannot use these options: ${problem}.`, {
    code: 'EIP155_OPTIONS_INVALID',
  })
}
