import { isWords } from '@latchkey/kernel/plugin'
import type {
  AnyToken,
  ConnectorContribution,
  ExtensionPoint,
  FeatureContribution,
  NamespaceContribution,
  ViewContribution,
} from '@latchkey/kernel/plugin'
import type { RouteViewContribution } from '../routeView.js'
import type { WalletRule } from '../walletRules.js'
import { attempt } from './attempt.js'
import type { FaultReport } from './createFaultReport.js'

/** Reads a contribution once, member by member; throws when a member is not what its point promises. */
export type ContributionReader<T> = (source: T) => T

export interface SoundContributions {
  /** Without those that cannot be read. Each costs only itself, and is named in the log. */
  read<T extends { readonly id: string }>(
    point: ExtensionPoint<T>,
    contributions: readonly T[],
    reader: ContributionReader<T>,
  ): readonly T[]
}

/**
 * Copies of what plugins contributed, made once: a member that throws, or changes its type, after that can no longer
 * reach a component in the middle of rendering.
 */
export function createSoundContributions(report: FaultReport): SoundContributions {
  const copies = new WeakMap<object, object | null>()
  const lists = new WeakMap<readonly unknown[], readonly unknown[]>()

  function copyOf<T extends { readonly id: string }>(
    point: ExtensionPoint<T>,
    source: T,
    reader: ContributionReader<T>,
  ): T | null {
    if (typeof source !== 'object' || source === null) return null
    const known = copies.get(source)
    if (known !== undefined) return known as T | null
    const name = attempt(() => text(source.id, 'id'), 'A contribution without a readable id')
    const copy = attempt<T | null>(
      () => reader(source),
      null,
      (error) => report(`"${name}" of "${point.id}" is left out: one of its members cannot be used.`, error),
    )
    copies.set(source, copy)
    return copy
  }

  return {
    read<T extends { readonly id: string }>(
      point: ExtensionPoint<T>,
      contributions: readonly T[],
      reader: ContributionReader<T>,
    ): readonly T[] {
      const known = lists.get(contributions)
      if (known) return known as readonly T[]
      const sound = contributions.flatMap((source) => copyOf(point, source, reader) ?? [])
      lists.set(contributions, sound)
      return sound
    },
  }
}

function expect(holds: boolean, member: string, expected: string): void {
  if (!holds) throw new TypeError(`Expected "${member}" to be ${expected}.`)
}

function text(value: unknown, member: string): string {
  expect(typeof value === 'string' && value !== '', member, 'a text that is not empty')
  return value as string
}

function optional<T>(value: T, member: string, ...types: readonly string[]): T {
  expect(value === undefined || types.includes(typeof value), member, types.join(' or '))
  return value
}

function method<T extends (...inputs: never[]) => unknown>(value: T, member: string): T {
  expect(typeof value === 'function', member, 'a function')
  return value
}

/** Leaves out what is absent, so that a copy has the members its source has. */
function defined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

export function readFeature(source: FeatureContribution): FeatureContribution {
  const { id, label, icon, order, needs, when, open } = source
  expect(isWords(label), 'label', 'words')
  if (when !== undefined) method(when, 'when')
  if (icon !== undefined) method(icon, 'icon')
  method(open, 'open')
  const symbol: unknown = needs?.symbol
  expect(needs === undefined || typeof symbol === 'symbol', 'needs', 'a token')
  const copy: FeatureContribution = {
    id: text(id, 'id'),
    label,
    icon: (icon && (() => icon.call(source))) as () => Promise<unknown>,
    order: optional(order, 'order', 'number') as number,
    when: (when && (() => when.call(source))) as () => boolean,
    needs: (needs && { id: `${needs.id}`, symbol }) as AnyToken,
    open: () => open.call(source),
  }
  return defined(copy)
}

export function readView(source: ViewContribution): ViewContribution {
  const { id, slot, label, order, when, load, title } = source as RouteViewContribution
  method(load, 'load')
  if (when !== undefined) method(when, 'when')
  expect(label === undefined || isWords(label), 'label', 'words')
  const copy: RouteViewContribution = {
    id: text(id, 'id'),
    slot: text(slot, 'slot'),
    label: label as string,
    order: optional(order, 'order', 'number') as number,
    // A title that is no text costs the title: the name of the route stands in.
    title: title as string,
    when: (when && (() => when.call(source))) as () => boolean,
    load: () => load.call(source),
  }
  return defined(copy)
}

export function readConnector(source: ConnectorContribution): ConnectorContribution {
  const { id, name, group, namespaces, icon, rdns, walletId, route, readiness, prepare } = source
  expect(typeof readiness.call(source) === 'string', 'readiness', 'a function that returns a text')
  expect(Array.isArray(namespaces), 'namespaces', 'a list')
  if (prepare !== undefined) method(prepare, 'prepare')
  if (route !== undefined) text(route.name, 'route.name')
  const copy: Partial<ConnectorContribution> = {
    id: text(id, 'id'),
    name: text(name, 'name'),
    group: text(group, 'group') as typeof group,
    namespaces: [...namespaces],
    // A picture that is none costs the picture.
    icon: (typeof icon === 'function' ? () => icon.call(source) : icon) as string,
    rdns: optional(rdns, 'rdns', 'string') as string,
    walletId: optional(walletId, 'walletId', 'string') as string,
    route: route as never,
    readiness: () => attempt(() => readiness.call(source), 'unsupported'),
    prepare: (prepare && (() => prepare.call(source))) as () => Promise<unknown>,
    connect: (request) => source.connect(request),
  }
  return defined(copy) as ConnectorContribution
}

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

export function readWalletRule(source: WalletRule): WalletRule {
  const { id, allows } = source
  method(allows, 'allows')
  // A rule that cannot answer filters nothing.
  return {
    id: text(id, 'id'),
    allows: (wallet) => attempt(() => allows.call(source, wallet) !== false, true),
  }
}
