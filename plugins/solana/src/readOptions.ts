import { checkOptionNames, inDevelopment, type NetworkId } from '@latchkey/kernel/plugin'
import { parseNetworkId } from '@latchkey/kernel/contracts'
import {
  currentNetworkId,
  type SolanaCommitment,
  type SolanaNetwork,
  type SolanaNetworks,
  solanaMainnet,
} from './networks.js'
import { optionsCode, optionsInvalid } from './optionsInvalid.js'

/** What the host may say. */
export interface SolanaOptions {
  /** Default mainnet alone: an app lists test networks on purpose. */
  readonly networks?: readonly SolanaNetwork[] | undefined
  /** Endpoints by CAIP-2 id, one or several, best first. They replace those of the network, which is then not asked. */
  readonly rpcUrls?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** For all networks, or by CAIP-2 id. Default `confirmed`. */
  readonly commitment?: SolanaCommitment | Readonly<Record<string, SolanaCommitment>> | undefined
}

const names = { networks: true, rpcUrls: true, commitment: true } satisfies Record<keyof SolanaOptions, true>

const commitments: readonly unknown[] = ['processed', 'confirmed', 'finalized']

/** Reads what the host listed. @throws KernelError `SOLANA_OPTIONS_INVALID` with every mistake at once. */
export function readOptions(options: SolanaOptions = {}): SolanaNetworks {
  checkOptionNames('solana', options, names, optionsCode)
  const { networks = [solanaMainnet], rpcUrls = {}, commitment } = options
  const problems: string[] = []
  const found = new Map<NetworkId, SolanaNetwork>()
  if (!Array.isArray(networks) || networks.length === 0)
    throw optionsInvalid('solana', [`"networks"${inDevelopment ? ' must list at least one network.' : ''}`])
  const ownUrls = byCurrentId(rpcUrls)
  const ownCommitments = typeof commitment === 'object' ? byCurrentId(commitment) : new Map()
  for (const [index, listed] of networks.entries()) {
    const urls = ownUrls.get(listed?.id)
    const network: SolanaNetwork = {
      ...listed,
      ...(urls === undefined ? {} : { rpcUrls: typeof urls === 'string' ? [urls] : urls }),
      commitment:
        ownCommitments.get(listed?.id) ??
        (typeof commitment === 'string' ? commitment : undefined) ??
        listed?.commitment ??
        'confirmed',
    }
    problems.push(...mistakesOf(network).map((mistake) => `networks[${index}]: ${mistake}`))
    if (found.has(network.id)) problems.push(`networks[${index}]: "${network.id}" is listed twice.`)
    found.set(network.id, network)
  }
  for (const [option, map] of Object.entries({ rpcUrls: ownUrls, commitment: ownCommitments })) {
    for (const id of map.keys()) {
      if (!found.has(id)) problems.push(`"${option}" names "${id}", which is not in "networks".`)
    }
  }
  if (problems.length > 0) throw optionsInvalid('solana', problems)
  return found
}

function byCurrentId<T>(record: Readonly<Record<string, T>>): Map<NetworkId, T> {
  return new Map(Object.entries(record).map(([id, value]) => [currentNetworkId(id as NetworkId), value]))
}

function mistakesOf(network: SolanaNetwork): string[] {
  const { id, namespace, name, rpcUrls, walletStandardChain, explorer, commitment } = network
  const rules: [holds: boolean, name: string, must: string | false][] = [
    [
      typeof id === 'string' && parseNetworkId(id)?.namespace === 'solana' && namespace === 'solana',
      'id',
      inDevelopment && 'be a CAIP-2 id of the namespace "solana"; defineSolanaNetwork makes one.',
    ],
    [typeof name === 'string' && name.trim() !== '', 'name', inDevelopment && 'be a text.'],
    [
      Array.isArray(rpcUrls) && rpcUrls.length > 0 && rpcUrls.every(isHttpUrl),
      'rpcUrls',
      inDevelopment && 'have at least one RPC endpoint, each an http(s) URL.',
    ],
    [
      typeof walletStandardChain === 'string' && /^solana:[\w-]+$/.test(walletStandardChain),
      'walletStandardChain',
      inDevelopment && 'be like "solana:mainnet".',
    ],
    [
      explorer === undefined || isHttpUrl(explorer.url),
      'explorer.url',
      inDevelopment && 'be an http(s) URL.',
    ],
    [
      commitments.includes(commitment),
      'commitment',
      inDevelopment && 'be processed, confirmed or finalized.',
    ],
  ]
  return rules.flatMap(([holds, name, must]) => (holds ? [] : `"${name}"${must ? ` must ${must}` : ''}`))
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
