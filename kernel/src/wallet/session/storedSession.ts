import { type NamespaceId, parseNetworkId } from '../../contracts/caip.js'
import { isRecord } from '../../keys/isRecord.js'
import { guard, storageKey } from '../../platform/storage.js'
import type { ConnectionPlace } from './connectionId.js'
import type { RecentWallet } from './sessionState.js'

export const recentLimit = 2

/** More than a person connects. What is longer was not written by this app, and reading it would hold up the page. */
export const connectionLimit = 50
const namespaceLimit = 50
const iconLimit = 20_000

export interface StoredConnection extends ConnectionPlace {
  readonly namespaces: readonly NamespaceId[]
}

/** The account that was active in a namespace. Without a key, any session of the connector is meant. */
export interface StoredChoice extends ConnectionPlace {
  readonly address: string
  /** The person chose the account in the app. Otherwise the account that the wallet puts first counts. */
  readonly isChosen?: true | undefined
}

export interface StoredSession {
  readonly connections: readonly StoredConnection[]
  readonly active: Readonly<Record<string, StoredChoice>>
  readonly activeNamespace?: string | undefined
}

const isNamespaceId = (value: unknown) => parseNetworkId(`${value}:0`) !== undefined
const isText = (value: unknown): value is string => typeof value === 'string' && value.length < 500
const isPlace = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && isText(value['connectorId']) && (value['key'] === undefined || isText(value['key']))

function isStoredSession(value: unknown): value is StoredSession {
  return (
    isRecord(value) &&
    Array.isArray(value['connections']) &&
    value['connections'].length <= connectionLimit &&
    value['connections'].every(
      (entry) =>
        isPlace(entry) &&
        Array.isArray(entry['namespaces']) &&
        entry['namespaces'].length <= namespaceLimit &&
        entry['namespaces'].every(isNamespaceId),
    ) &&
    isRecord(value['active']) &&
    Object.keys(value['active']).length <= namespaceLimit &&
    Object.keys(value['active']).every(isNamespaceId) &&
    Object.values(value['active']).every((entry) => isPlace(entry) && isText(entry['address'])) &&
    (value['activeNamespace'] === undefined || isNamespaceId(value['activeNamespace']))
  )
}

function isRecentList(value: unknown): value is readonly RecentWallet[] {
  return (
    Array.isArray(value) &&
    value.length <= connectionLimit &&
    value.every(
      (entry) =>
        isRecord(entry) &&
        isText(entry['connectorId']) &&
        isText(entry['name']) &&
        (entry['icon'] === undefined ||
          (typeof entry['icon'] === 'string' && entry['icon'].length <= iconLimit)),
    )
  )
}

export const storedSession = storageKey('session', guard(isStoredSession))
export const storedRecent = storageKey('recent', guard(isRecentList))
