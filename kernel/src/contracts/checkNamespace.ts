import { say } from '#sentences'
import { parseNetworkId } from './caip.js'
import { KernelError } from '../errors/kernel.js'
import { isText } from '../keys/isText.js'
import type { Network } from './network.js'
import type { NamespaceContribution } from './points/namespace.js'

type Rule = readonly [name: string, holds: (network: Network, namespace: string) => boolean]

const isDay = (value: unknown) =>
  /^\d{4}-\d\d-\d\d$/.test(`${value}`) && !Number.isNaN(Date.parse(`${value}`))

const rules: readonly Rule[] = [
  ['id', ({ id }, own) => parseNetworkId(`${id}`)?.namespace === own],
  ['namespace', ({ namespace }, own) => namespace === own],
  ['name', ({ name }) => isText(name)],
  ['currency', ({ nativeCurrency }) => isText(nativeCurrency?.name) && isText(nativeCurrency.symbol)],
  [
    'decimals',
    ({ nativeCurrency: { decimals } }) => Number.isInteger(decimals) && decimals >= 0 && decimals <= 36,
  ],
  [
    'rpcUrls',
    ({ rpcUrls }) => Array.isArray(rpcUrls) && rpcUrls.every((url) => /^(http|ws)s?:\/\/./.test(`${url}`)),
  ],
  ['explorer', ({ explorer }) => explorer === undefined || /^https?:\/\/./.test(`${explorer.url}`)],
  ['closed', ({ closed }) => closed === undefined || (isDay(closed?.on) && isText(closed.say))],
]

/**
 * Checks what a host or a plugin lists, because everything that shows an amount or asks a wallet relies on it.
 *
 * @throws KernelError `NETWORK_INVALID` with the first thing that does not fit.
 */
export function checkNamespace(value: { readonly id: string }): void {
  const { id, networks } = value as NamespaceContribution
  if (!parseNetworkId(`${id}:0`) || !Array.isArray(networks)) throw invalid(say('namespace', id))
  const seen = new Set<string>()
  networks.forEach((network: Network | undefined, index) => {
    const known = network?.id ?? index
    const broken = network ? rules.find(([, holds]) => !holds(network, id)) : ['object']
    if (broken) throw invalid(say('network', id, known, broken[0]))
    if (seen.has(`${network?.id}`)) throw invalid(say('network', id, known, 'once'))
    seen.add(`${network?.id}`)
  })
}

function invalid(sentence: string): KernelError {
  return new KernelError(sentence, { code: 'NETWORK_INVALID' })
}
