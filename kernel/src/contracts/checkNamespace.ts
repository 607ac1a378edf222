import { parseNetworkId } from './caip.js'
import { KernelError } from '../errors/kernel.js'
import { isText } from '../keys/isText.js'
import type { Network } from './network.js'
import type { NamespaceContribution } from './points/namespace.js'

type Rule = readonly [expected: string, holds: (network: Network, namespace: string) => boolean]

const rules: readonly Rule[] = [
  ['`id` to be a CAIP-2 id of the namespace', ({ id }, own) => parseNetworkId(`${id}`)?.namespace === own],
  ['`namespace` to be the one it is listed under', ({ namespace }, own) => namespace === own],
  ['`name` to be a text', ({ name }) => isText(name)],
  [
    '`nativeCurrency` to have a name and a symbol',
    ({ nativeCurrency }) => isText(nativeCurrency?.name) && isText(nativeCurrency.symbol),
  ],
  [
    '`nativeCurrency.decimals` to be a whole number from 0 to 36',
    ({ nativeCurrency: { decimals } }) => Number.isInteger(decimals) && decimals >= 0 && decimals <= 36,
  ],
  [
    '`rpcUrls` to be a list of http(s) or ws(s) addresses',
    ({ rpcUrls }) => Array.isArray(rpcUrls) && rpcUrls.every((url) => /^(http|ws)s?:\/\/./.test(`${url}`)),
  ],
  [
    '`explorer.url` to be an http(s) address',
    ({ explorer }) => explorer === undefined || /^https?:\/\/./.test(`${explorer.url}`),
  ],
]

/**
 * Checks what a host or a plugin lists, because everything that shows an amount or asks a wallet relies on it.
 *
 * @throws KernelError `NETWORK_INVALID` with the first thing that does not fit.
 */
export function checkNamespace(value: { readonly id: string }): void {
  const { id, networks } = value as NamespaceContribution
  if (!parseNetworkId(`${id}:0`) || !Array.isArray(networks)) {
    throw invalid(
      `The namespace ${JSON.stringify(id)}`,
      '3 to 8 of -, a-z, 0-9 as its `id`, and a list of `networks`',
    )
  }
  const seen = new Set<string>()
  networks.forEach((network: Network | undefined, index) => {
    const what = `The network ${JSON.stringify(network?.id ?? index)} of "${id}"`
    const broken = network ? rules.find(([, holds]) => !holds(network, id)) : ['an object']
    if (broken) throw invalid(what, broken[0])
    if (seen.has(`${network?.id}`)) throw invalid(what, 'it to be listed once')
    seen.add(`${network?.id}`)
  })
}

function invalid(what: string, expected: string): KernelError {
  return new KernelError(`${what} cannot be used: expected ${expected}.`, { code: 'NETWORK_INVALID' })
}
