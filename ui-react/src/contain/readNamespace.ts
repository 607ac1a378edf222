import { isWords } from '@latchkey/kernel/contracts'
import type { NamespaceContribution } from '@latchkey/kernel/plugin'
import { defined, expect, method, text } from './contributionMembers.js'

export function readNamespace(source: NamespaceContribution): NamespaceContribution {
  const { id, label, networks, isAddress, isSameAddress, capabilities, defaultAccountKind } = source
  expect(Array.isArray(networks) && Array.isArray(capabilities), 'networks and capabilities', 'lists')
  expect(isWords(label), 'label', 'words')
  for (const { id: network, namespace, name } of networks) {
    for (const value of [network, namespace, name]) text(value, 'networks')
  }
  for (const { token } of capabilities)
    expect(typeof token?.symbol === 'symbol', 'capabilities', 'capabilities')
  const copy: Partial<NamespaceContribution> = {
    id: text(id, 'id'),
    label,
    networks: networks.map((network) => ({ ...network })),
    capabilities: capabilities.map(({ token, value }) => ({ token, value })),
    isAddress: method(isAddress, 'isAddress').bind(source),
    isSameAddress: method(isSameAddress, 'isSameAddress').bind(source),
    defaultAccountKind: defaultAccountKind as never,
  }
  return defined(copy) as NamespaceContribution
}
