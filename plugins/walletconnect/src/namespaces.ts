import { namespaceOfChain } from './caip.js'
import { defaultsOf, withDeprecatedId } from './namespaceDefaults.js'

/** A network as far as a proposal needs it. */
export interface ProposedNetwork {
  /** CAIP-2, such as `eip155:1`. */
  readonly id: string
  /** Node address for reads. Without one the client library would ask its maker's hosted node. */
  readonly rpcUrl?: string
}

/** What a namespace plugin adds to the proposal; what it leaves out is filled from the defaults. */
export interface NamespaceProposal {
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
}

/** A host's word on one namespace: each list given replaces ours, node addresses are merged. */
export interface NamespaceOverride {
  /** CAIP-2 ids. */
  readonly chains?: readonly string[]
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  /** By CAIP-2 id. */
  readonly rpcMap?: Readonly<Record<string, string>>
}

/** As `UniversalProvider.connect` takes it. */
export interface OptionalNamespace {
  chains: string[]
  methods: string[]
  events: string[]
  /** Node addresses by CAIP-2 id, which the client library prefers to the bare reference. */
  rpcMap: Record<string, string>
}

export interface BuildNamespacesOptions {
  readonly networks: readonly ProposedNetwork[]
  /** By CAIP-2 namespace. */
  readonly proposals?: Readonly<Record<string, NamespaceProposal>> | undefined
  /** By CAIP-2 namespace. */
  readonly overrides?: Readonly<Record<string, NamespaceOverride>> | undefined
}

/**
 * The namespaces a dapp proposes, all of them optional, one for each namespace among the networks.
 * Deprecated Solana ids are proposed beside the current ones. Networks whose id is not CAIP-2 are left out.
 */
export function buildOptionalNamespaces(options: BuildNamespacesOptions): Record<string, OptionalNamespace> {
  const { networks, proposals = {}, overrides = {} } = options
  const names = unique(networks.flatMap(({ id }) => namespaceOfChain(id) ?? []))
  const built = names.map((name) => {
    const own = networks.filter(({ id }) => namespaceOfChain(id) === name)
    return [name, buildNamespace(name, own, proposals[name] ?? {}, overrides[name] ?? {})] as const
  })
  return Object.fromEntries(built)
}

function buildNamespace(
  name: string,
  networks: readonly ProposedNetwork[],
  proposal: NamespaceProposal,
  override: NamespaceOverride,
): OptionalNamespace {
  const defaults = defaultsOf(name)
  const chains = override.chains?.filter((chain) => namespaceOfChain(chain) === name)
  const urls = networks.flatMap(({ id, rpcUrl }) => (rpcUrl ? [[id, rpcUrl] as const] : []))
  const rpcUrls = [...urls, ...Object.entries(override.rpcMap ?? {})]
  return {
    chains: unique((chains?.length ? chains : networks.map(({ id }) => id)).flatMap(withDeprecatedId)),
    methods: unique(override.methods ?? proposal.methods ?? defaults.methods),
    events: unique(override.events ?? proposal.events ?? defaults.events),
    rpcMap: Object.fromEntries(
      rpcUrls.flatMap(([id, url]) => withDeprecatedId(id).map((chain) => [chain, url])),
    ),
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
