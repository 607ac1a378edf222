import type { ConnectRequest } from '@latchkey/kernel/plugin'
import { buildOptionalNamespaces, type OptionalNamespace } from '../namespaces.js'
import { proposalEmpty } from '../sessionErrors.js'
import type { LinkerOptions } from './createLinker.js'

/** What the wallet is asked to share, by namespace. @throws WalletConnectError `PROPOSAL_EMPTY` */
export function proposeNamespaces(
  { options, ...linker }: Pick<LinkerOptions, 'options' | 'namespaces' | 'proposals'>,
  { namespaces, networkIds }: ConnectRequest,
): Record<string, OptionalNamespace> {
  const known = linker.namespaces().flatMap(({ networks }) => networks)
  const proposals = linker.proposals()
  const asked = networkIds.length > 0 ? networkIds : known.map(({ id }) => id)
  const networks = asked.flatMap((id) => {
    const network = known.find((candidate) => candidate.id === id)
    if (!network || !namespaces.includes(network.namespace) || !proposals.has(network.namespace)) return []
    const [rpcUrl] = network.rpcUrls.filter((url) => /^https?:/.test(url))
    return [{ id, ...(rpcUrl ? { rpcUrl } : {}) }]
  })
  const proposal = buildOptionalNamespaces({
    networks,
    proposals: Object.fromEntries(proposals),
    ...(options.namespaces ? { overrides: options.namespaces } : {}),
  })
  if (Object.keys(proposal).length === 0) throw proposalEmpty()
  return proposal
}
