import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { isWords } from '@latchkey/kernel/contracts'
import { attemptCall } from './attemptCall.js'
import { defined, expect, method, optional, text } from './contributionMembers.js'

export function readConnector(source: ConnectorContribution): ConnectorContribution {
  const { id, name, label, group, namespaces, icon, rdns, walletId, route, readiness, prepare } = source
  expect(typeof readiness.call(source) === 'string', 'readiness', 'a function that returns a text')
  expect(label === undefined || isWords(label), 'label', 'words')
  expect(Array.isArray(namespaces), 'namespaces', 'a list')
  if (prepare !== undefined) method(prepare, 'prepare')
  if (route !== undefined) text(route.name, 'route.name')
  const copy: Partial<ConnectorContribution> = {
    id: text(id, 'id'),
    name: text(name, 'name'),
    label: label as string,
    group: text(group, 'group') as typeof group,
    namespaces: [...namespaces],
    // A picture that is none costs the picture.
    icon: (typeof icon === 'function' ? () => icon.call(source) : icon) as string,
    rdns: optional(rdns, 'rdns', 'string') as string,
    walletId: optional(walletId, 'walletId', 'string') as string,
    route: route as never,
    readiness: () => attemptCall(() => readiness.call(source), 'unsupported'),
    prepare: (prepare && (() => prepare.call(source))) as () => Promise<unknown>,
    connect: (request) => source.connect(request),
  }
  return defined(copy) as ConnectorContribution
}
