import { type ConnectionRecord, partsOf, type RecentWallet } from '@latchkey/kernel/wallet'
import type { ConnectorContribution, NamespaceId } from '@latchkey/kernel/plugin'
import type { ConnectorGroup, Readiness } from '@latchkey/kernel/contracts'
import type { ConnectOptions } from './connectOptions.js'
import type { WalletRule } from './walletRules.js'
import { safeText } from './utils/safeText.js'

export type WalletTag = 'qrCode' | 'recent' | 'multichain' | 'installed' | 'connected' | 'sameName'

/** One row of the wallet list: a connector, or several of one wallet for different namespaces. */
export interface WalletEntry {
  readonly id: string
  readonly name: string
  readonly icon: ConnectorContribution['icon']
  readonly group: ConnectorGroup
  readonly readiness: Readiness
  readonly tag: WalletTag | undefined
  /** Whether another row claims the same reverse-domain id. Each of them says so, whatever else its tag says. */
  readonly isClaimed: boolean
  /** More than one when the wallet has a connector for each of several namespaces. */
  readonly connectors: readonly [ConnectorContribution, ...ConnectorContribution[]]
}

export interface WalletListInput {
  readonly connectors: readonly ConnectorContribution[]
  readonly connections?: readonly ConnectionRecord[]
  readonly recent?: readonly RecentWallet[]
  /** Namespaces the host lists. A connector for none of them is left out. */
  readonly namespaces: readonly NamespaceId[]
  /** Only wallets for this one. */
  readonly namespace?: NamespaceId | undefined
  readonly options?: ConnectOptions
  readonly mobile?: boolean
  /** Whether a view with all wallets is drawn, which on a phone takes the place of the QR code. */
  readonly hasDirectory?: boolean
  /** What plugins say of wallets that were found on the page. All of them must let one through. */
  readonly rules?: readonly WalletRule[]
}

const defaultGroupsOrder: readonly ConnectorGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/** Recommended wallets fill up to this many places beside installed and recent ones. */
const recommendedSlots = 2

/** The rows of the wallet list, from first to last. */
export function listWallets(input: WalletListInput): readonly WalletEntry[] {
  const shown = dropDuplicates(input.connectors.filter((connector) => isShown(connector, input)))
  const claims = findClaims(shown)
  const entries = merge(shown).map((connectors) => toEntry(connectors, input, claims))
  const order = groupsOrder(input.options?.groupsOrder)
  const rank = ({ group }: WalletEntry) => rankOf(order, group)
  return limitRecommended(entries, canPair(input.connectors)).sort(
    (left, right) =>
      rank(left) - rank(right) ||
      recency(left, input) - recency(right, input) ||
      presence(left) - presence(right),
  )
}

/** The host's order, with the groups it left out behind it. */
export function groupsOrder(given: readonly ConnectorGroup[] = []): readonly ConnectorGroup[] {
  const places = [...given, ...defaultGroupsOrder].map(placeOf)
  return [...new Set(places)]
}

/** How many of the rows stand before recommended wallets that are drawn by a plugin. */
export function countBeforeRecommended(
  entries: readonly WalletEntry[],
  given: ConnectOptions['groupsOrder'],
): number {
  const order = groupsOrder(given)
  const isBehind = ({ group }: WalletEntry) => rankOf(order, group) > order.indexOf('recommended')
  const first = entries.findIndex(isBehind)
  return first < 0 ? entries.length : first
}

/** A group that neither the host nor the shell orders stands last. */
function rankOf(order: readonly ConnectorGroup[], group: ConnectorGroup): number {
  const at = order.indexOf(placeOf(group))
  return at < 0 ? order.length : at
}

/** Announced wallets stand among the injected ones. */
const placeOf = (group: ConnectorGroup): ConnectorGroup => (group === 'announced' ? 'injected' : group)

function isShown(connector: ConnectorContribution, input: WalletListInput): boolean {
  const wanted = input.namespace === undefined ? input.namespaces : [input.namespace]
  if (connector.group === 'auth') return false
  if (!connector.namespaces.some((id) => wanted.includes(id) && input.namespaces.includes(id))) return false
  const readiness = connector.readiness()
  if (readiness === 'unsupported' || isExcluded(connector, input.options?.exclude)) return false
  if (connector.group === 'injected') {
    if (readiness === 'missing') return false
    // Of a wallet without a name of its own nobody can tell on a desktop which one would open.
    if (connector.label !== undefined) return !!input.mobile && readiness === 'installed'
  }
  if (connector.group === 'walletConnect' && input.mobile && input.hasDirectory) return false
  return isAllowed(connector, input.rules)
}

/** A wallet that the host listed itself is shown whatever a plugin was told about wallets. */
function isAllowed(connector: ConnectorContribution, rules: readonly WalletRule[] = []): boolean {
  const isFound = connector.group === 'announced' || connector.group === 'injected'
  return !isFound || rules.every((rule) => rule.allows(connector))
}

/** Whether the host excluded the wallet by its reverse-domain id or its name. */
export function isExcluded(
  wallet: { readonly name: string; readonly rdns?: string },
  exclude: ConnectOptions['exclude'],
): boolean {
  const { rdns } = wallet
  if (exclude?.names?.some((name) => sameText(name, wallet.name))) return true
  return rdns !== undefined && !!exclude?.rdns?.some((id) => sameText(id, rdns))
}

const sameText = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase()

/** One wallet under two reverse-domain ids, or two names. */
const rdnsAliases: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }
const nameAliases: Readonly<Record<string, string>> = { trust: 'trust wallet' }

const normalRdns = (rdns: string) => rdnsAliases[rdns.toLowerCase()] ?? rdns.toLowerCase()
const normalName = (name: string) => nameAliases[name.trim().toLowerCase()] ?? name.trim().toLowerCase()

/**
 * Of connectors with one reverse-domain id and a namespace in common, the one that is installed, else the first. Two that
 * were announced both stay: anyone can announce any id, so that neither may hide the other.
 */
function dropDuplicates(connectors: readonly ConnectorContribution[]): readonly ConnectorContribution[] {
  const kept: ConnectorContribution[] = []
  const byRdns = new Map<string, number[]>()
  for (const connector of connectors) {
    const key = connector.rdns === undefined ? undefined : normalRdns(connector.rdns)
    const known = key === undefined ? [] : (byRdns.get(key) ?? [])
    const twin = known.find(
      (index) => overlap(kept[index], connector) && !areAnnounced(kept[index], connector),
    )
    if (twin === undefined) {
      if (key !== undefined) byRdns.set(key, [...known, kept.length])
      kept.push(connector)
    } else if (kept[twin]?.readiness() !== 'installed' && connector.readiness() === 'installed') {
      kept[twin] = connector
    }
  }
  return kept
}

const areAnnounced = (left: ConnectorContribution | undefined, right: ConnectorContribution) =>
  left?.group === 'announced' && right.group === 'announced'

/** Ids of connectors found on the page that claim a reverse-domain id, or a name, which another one claims, too. */
function findClaims(connectors: readonly ConnectorContribution[]): ReadonlySet<string> {
  const claims = new Map<string, ConnectorContribution[]>()
  for (const connector of connectors) {
    if (connector.group !== 'announced' && connector.group !== 'injected') continue
    for (const key of walletKeys(connector)) {
      const list = claims.get(key)
      if (list) list.push(connector)
      else claims.set(key, [connector])
    }
  }
  const shared = [...claims.values()].flatMap((list) =>
    list.filter((own) => list.some((other) => other !== own && overlap(other, own))),
  )
  return new Set(shared.map(({ id }) => id))
}

function overlap(left: ConnectorContribution | undefined, right: ConnectorContribution): boolean {
  return !!left && left.namespaces.some((namespace) => right.namespaces.includes(namespace))
}

type Connectors = readonly [ConnectorContribution, ...ConnectorContribution[]]

/** Whether two connectors are of one wallet: by reverse-domain id, else directory id, else name. */
function isSameWallet(left: ConnectorContribution, right: ConnectorContribution): boolean {
  if (left.rdns !== undefined && right.rdns !== undefined) {
    return normalRdns(left.rdns) === normalRdns(right.rdns)
  }
  if (left.walletId !== undefined && right.walletId !== undefined) return left.walletId === right.walletId
  return normalName(left.name) === normalName(right.name)
}

/** What a connector of the same wallet has in common with this one, at least one of it. */
function walletKeys({ rdns, walletId, name }: ConnectorContribution): readonly string[] {
  return [
    ...(rdns === undefined ? [] : [`rdns ${normalRdns(rdns)}`]),
    ...(walletId === undefined ? [] : [`id ${walletId}`]),
    `name ${normalName(name)}`,
  ]
}

/** Connectors of one wallet for different namespaces are one row. Two for the same namespace stay two. */
function merge(connectors: readonly ConnectorContribution[]): readonly Connectors[] {
  const groups: [ConnectorContribution, ...ConnectorContribution[]][] = []
  const byKey = new Map<string, Set<number>>()
  for (const connector of connectors) {
    const keys = walletKeys(connector)
    const near = keys.flatMap((key) => [...(byKey.get(key) ?? [])])
    const fit = near.find((index) =>
      groups[index]?.every((member) => !overlap(member, connector) && isSameWallet(member, connector)),
    )
    const place = fit ?? groups.length
    if (fit === undefined) groups.push([connector])
    else groups[fit]?.push(connector)
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(place))
  }
  return groups
}

/** The connectors that are one wallet with the given one, itself first. */
export function sameWallet(
  connectors: readonly ConnectorContribution[],
  connectorId: string,
): readonly ConnectorContribution[] {
  const group = merge(connectors).find((members) => members.some((member) => member.id === connectorId))
  return group ?? []
}

function toEntry(connectors: Connectors, input: WalletListInput, claims: ReadonlySet<string>): WalletEntry {
  const [first] = connectors
  const readiness = connectors.some((connector) => connector.readiness() === 'installed')
    ? 'installed'
    : first.readiness()
  const ids = connectors.map((connector) => connector.id)
  const isRecent = first.group !== 'walletConnect' && !!input.recent?.some((wallet) => isUsed(wallet, ids))
  const entry = {
    id: first.id,
    // A name of signs without a shape would leave an empty row, which says nothing of what is pressed.
    name: safeText(first.name) === '' ? first.id : first.name,
    icon: connectors.find((connector) => connector.icon !== undefined)?.icon,
    group: isRecent ? ('recent' as const) : first.group,
    readiness,
    connectors,
  }
  const tag = tagOf(entry, input)
  const isClaimed = ids.some((id) => claims.has(id))
  const saysMore = tag === 'connected' || tag === 'recent'
  return { ...entry, tag: isClaimed && !saysMore ? 'sameName' : tag, isClaimed }
}

/**
 * Whether one of the connectors is the wallet that was used. An announced wallet has a mark of its name and picture in its
 * id, behind `~`; those that share it, too, cannot be told apart and only differ in a number, so that any may be it.
 */
function isUsed({ connectorId }: RecentWallet, ids: readonly string[]): boolean {
  const used = partsOf(connectorId).map(withoutNumber)
  return ids.some((id) => used.includes(withoutNumber(id)))
}

const withoutNumber = (id: string) => id.replace(/(~\w+)\.\d+$/, '$1')

function tagOf(entry: Omit<WalletEntry, 'tag' | 'isClaimed'>, input: WalletListInput): WalletTag | undefined {
  const ids = entry.connectors.map((connector) => connector.id)
  if (input.connections?.some((connection) => partsOf(connection.connectorId).some((id) => ids.includes(id))))
    return 'connected'
  if (entry.group === 'walletConnect') return 'qrCode'
  if (entry.group === 'recent') return 'recent'
  if (entry.connectors.length > 1) return 'multichain'
  return entry.readiness === 'installed' ? 'installed' : undefined
}

/** How many recommended wallets find room beside the given ones: none without a way to pair or beside the host's own. */
export function recommendedPlaces(entries: readonly WalletEntry[], pairs: boolean): number {
  const has = (...groups: ConnectorGroup[]) => entries.filter((entry) => groups.includes(entry.group)).length
  const hidden = has('featured', 'custom') > 0 || !pairs
  return hidden ? 0 : Math.max(0, recommendedSlots - has('injected', 'announced') - has('recent'))
}

/** Whether the app lists what pairs. On a phone its row gives way to the list of all wallets, which pairs as well. */
export const canPair = (connectors: readonly ConnectorContribution[]) =>
  connectors.some(({ group }) => group === 'walletConnect')

function limitRecommended(entries: readonly WalletEntry[], pairs: boolean): WalletEntry[] {
  const places = recommendedPlaces(entries, pairs)
  let taken = 0
  return entries.filter((entry) => {
    if (entry.group !== 'recommended') return true
    taken += 1
    return taken <= places
  })
}

function recency(entry: WalletEntry, { recent = [] }: WalletListInput): number {
  if (entry.group !== 'recent') return 0
  const ids = entry.connectors.map(({ id }) => id)
  return recent.findIndex((wallet) => isUsed(wallet, ids))
}

/** Installed wallets come first in their group. */
const presence = (entry: WalletEntry) => (entry.readiness === 'installed' ? 0 : 1)

/** Whether a wallet in the list is installed here. */
export function hasInstalledWallet(entries: readonly WalletEntry[]): boolean {
  return entries.some(
    ({ readiness, group, connectors }) =>
      readiness === 'installed' &&
      group !== 'walletConnect' &&
      connectors.some((connector) => connector.group === 'injected' || connector.group === 'announced'),
  )
}

/** The name of a way to connect: the last part of its view's id. */
export const methodName = (viewId: string): string => viewId.slice(viewId.lastIndexOf('.') + 1)

export interface ConnectMethod {
  /** `wallet`, or the id of a view in the slot `connect.methods`. */
  readonly id: string
  /** Whether the word 'or' stands above it. Never between email and social. */
  readonly separated: boolean
}

/**
 * Ways to connect from first to last. The host's order wins; else email, social, wallet, and wallet first when an
 * installed wallet is in the list. Others keep their place behind those.
 *
 * @param viewIds Views in the slot `connect.methods`, in the slot's order.
 */
export function orderMethods(input: {
  readonly viewIds: readonly string[]
  readonly hasWallets: boolean
  readonly hasInstalledWallet: boolean
  readonly order?: readonly string[] | undefined
}): readonly ConnectMethod[] {
  const available = [...(input.hasWallets ? ['wallet'] : []), ...input.viewIds]
  const byDefault = input.hasInstalledWallet ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
  const order = [...(input.order ?? []), ...byDefault]
  const rank = (id: string) => {
    const index = order.findIndex((wanted) => wanted === id || (id !== 'wallet' && wanted === methodName(id)))
    return index < 0 ? order.length : index
  }
  const sorted = [...available].sort((left, right) => rank(left) - rank(right))
  return sorted.map((id, index) => {
    const previous = sorted[index - 1]
    return { id, separated: previous !== undefined && (id === 'wallet' || previous === 'wallet') }
  })
}
