import { checkOptionNames, inDevelopment, KernelError, type NetworkId } from '@latchkey/kernel/plugin'
import { type BitcoinNetwork, type BitcoinNetworks, bitcoinMainnet, networkIdOf } from './networks.js'
import type { UtxoSourceService } from './utxoSource.js'

/** What the host may say. */
export interface Bip122Options {
  /** Default mainnet alone: an app lists test networks on purpose. */
  readonly networks?: readonly BitcoinNetwork[] | undefined
  /**
   * Bases of Esplora-style HTTP interfaces by CAIP-2 id, one or several, best first. They replace those of the network,
   * which is then not asked.
   */
  readonly esploraUrls?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /**
   * Where coins, fees and transactions are read and sent, in place of Esplora. `false` when another plugin of the list
   * provides `UtxoSource`.
   */
  readonly source?: UtxoSourceService | false | undefined
}

const code = 'BIP122_OPTIONS_INVALID'

const names = { networks: true, esploraUrls: true, source: true } satisfies Record<keyof Bip122Options, true>

/** Reads what the host listed. @throws KernelError `BIP122_OPTIONS_INVALID` with every mistake at once. */
export function readOptions(options: Bip122Options = {}): BitcoinNetworks {
  checkOptionNames('bip122', options, names, code)
  const { networks, esploraUrls = {}, source } = options
  const given: unknown = networks ?? [bitcoinMainnet]
  const listed = Array.isArray(given) ? given : []
  const problems: string[] = []
  const found = new Map<NetworkId, BitcoinNetwork>()
  if (listed.length === 0)
    problems.push(`"networks"${inDevelopment ? ' must list at least one network.' : ''}`)
  for (const [index, network] of listed.entries()) {
    const own = esploraUrls[network?.id]
    const rpcUrls: unknown = own === undefined ? network?.rpcUrls : [own].flat()
    const mistake =
      mistakeOf(network, rpcUrls, source !== undefined) ?? (found.has(network.id) && 'listed twice.')
    if (mistake) problems.push(`networks[${index}]: ${mistake}`)
    else found.set(network.id, { ...network, rpcUrls: rpcUrls as readonly string[] })
  }
  for (const id of Object.keys(esploraUrls)) {
    const isListed = listed.some((network) => network?.id === id)
    if (!isListed) problems.push(`"esploraUrls" names "${id}", which is not in "networks".`)
  }
  if (problems.length === 0) return found
  throw new KernelError(`bip122() cannot use these options: ${problems.length} to fix.`, {
    code,
    metaMessages: problems.map((problem, index) => `${index + 1}. ${problem}`),
    docsPath: '@latchkey/plugin-bip122/README.md#options',
  })
}

function mistakeOf(
  network: BitcoinNetwork | undefined,
  urls: unknown,
  hasSource: boolean,
): string | undefined {
  if (!network || network.id !== networkIdOf(network.chain)) {
    return inDevelopment
      ? 'expected one of the networks this package exports, such as bitcoinMainnet.'
      : 'unknown network'
  }
  if (!Array.isArray(urls) || !urls.every(isHttpUrl))
    return `"rpcUrls"${inDevelopment ? ' must be http(s) URLs.' : ''}`
  if (urls.length > 0 || hasSource) return undefined
  return `${inDevelopment ? 'it needs an endpoint: ' : ''}esploraUrls["${network.id}"].`
}

const isHttpUrl = (value: unknown) =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)
