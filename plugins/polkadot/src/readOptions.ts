import { checkOptionNames, inDevelopment, type NetworkId } from '@latchkey/kernel/plugin'
import { type PolkadotNetwork, type PolkadotNetworks, polkadotAssetHub } from './networks.js'
import { optionsCode, optionsInvalid } from './optionsInvalid.js'
import { isSs58Prefix } from './ss58.js'

/** What the host may say. */
export interface PolkadotOptions {
  /** Default Polkadot Asset Hub alone, where DOT is kept. List relay chains and test networks on purpose. */
  readonly networks?: readonly PolkadotNetwork[] | undefined
  /** Endpoints by CAIP-2 id, one or several, best first. They replace those of the network, which is then not asked. */
  readonly rpcUrls?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** How to show wallets by their key in `window.injectedWeb3`, which tells neither a name nor a picture. */
  readonly wallets?: Readonly<Record<string, InjectedWalletFacts>> | undefined
  /** How many blocks behind the final head are looked at for past transactions. Default 100,000. */
  readonly history?: { readonly blocks?: number } | undefined
}

export interface InjectedWalletFacts {
  readonly name?: string
  /** A `data:` or `https:` picture. */
  readonly icon?: string
}

export interface ReadOptions {
  readonly networks: PolkadotNetworks
  readonly wallets: Readonly<Record<string, InjectedWalletFacts>>
}

const names = { networks: true, rpcUrls: true, wallets: true, history: true } satisfies Record<
  keyof PolkadotOptions,
  true
>

/** Reads what the host listed. @throws KernelError `POLKADOT_OPTIONS_INVALID` with every mistake at once. */
export function readOptions(options: PolkadotOptions = {}): ReadOptions {
  checkOptionNames('polkadot', options, names, optionsCode)
  const { networks = [polkadotAssetHub], rpcUrls = {}, wallets = {} } = options
  const problems: string[] = []
  const found = new Map<NetworkId, PolkadotNetwork>()
  if (!Array.isArray(networks) || networks.length === 0) {
    throw optionsInvalid('polkadot', [`"networks"${inDevelopment ? ' must list at least one network.' : ''}`])
  }
  for (const [index, listed] of networks.entries()) {
    const urls = Object.hasOwn(rpcUrls, String(listed?.id)) ? rpcUrls[listed.id] : undefined
    const network: PolkadotNetwork = {
      ...listed,
      ...(urls === undefined ? {} : { rpcUrls: typeof urls === 'string' ? [urls] : urls }),
    }
    problems.push(...mistakesOf(network).map((mistake) => `networks[${index}]: ${mistake}`))
    if (found.has(network.id)) problems.push(`networks[${index}]: "${network.id}" is listed twice.`)
    found.set(network.id, network)
  }
  for (const id of Object.keys(rpcUrls)) {
    if (!found.has(id as NetworkId)) problems.push(`"rpcUrls" names "${id}", which is not in "networks".`)
  }
  if (problems.length > 0) throw optionsInvalid('polkadot', problems)
  return { networks: found, wallets }
}

/** What this plugin needs beyond what the kernel checks of every network. */
function mistakesOf({ id, genesisHash, ss58Prefix, rpcUrls }: PolkadotNetwork): string[] {
  const rules: [holds: boolean, name: string, must: string | false][] = [
    [
      /^0x[0-9a-f]{64}$/.test(genesisHash) && id === `polkadot:${genesisHash.slice(2, 34)}`,
      'id',
      inDevelopment && 'come of "genesisHash": use definePolkadotNetwork.',
    ],
    [isSs58Prefix(ss58Prefix), 'ss58Prefix', inDevelopment && 'be 0 to 16383 and not 46 or 47.'],
    [
      Array.isArray(rpcUrls) && rpcUrls.length > 0 && rpcUrls.every((url) => /^wss?:\/\/./.test(url)),
      'rpcUrls',
      inDevelopment && 'be one or more ws(s) URLs.',
    ],
  ]
  return rules.flatMap(([holds, name, must]) => (holds ? [] : `"${name}"${must ? ` must ${must}` : ''}`))
}
