import type { Account, Connection, ConnectionChange } from '../../contracts/points/connector.js'
import type { NamespaceId } from '../../contracts/caip.js'
import type { SessionAccounts } from './accounts.js'
import { soundChange } from './connectionCheck.js'
import { connectionIdOf, isChoiceOf } from './connectionId.js'
import { createReports, type Reports } from './createReports.js'
import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'

/** How connections change while they are open. */
export interface ConnectionChanges {
  /** Writes a sound change into the state. Returns whether it changed anything. */
  apply(connectionId: string, connection: Connection, change: ConnectionChange): boolean
  /** Takes what a wallet reports. The first changes of a task are applied at once, the rest together when it has ended. */
  report(connectionId: string, connection: Connection, change: ConnectionChange): void
  /** Applies what a wallet reported and what waits for the end of the task. */
  flushReports(connection: Connection): void
}

/** @param leave Takes a connection that its wallet ended out of the state, and forgets it where that was revoked. */
export function createConnectionChanges(
  core: SessionCore,
  accounts: SessionAccounts,
  leave: (connectionId: string, isRevoked: boolean) => void,
): ConnectionChanges {
  const { state, live, record } = core
  const reports = new WeakMap<Connection, Reports>()

  function apply(connectionId: string, connection: Connection, change: ConnectionChange): boolean {
    const entry = record(connectionId)
    if (!entry || live.get(connectionId) !== connection) return false
    const reported = change.accounts ?? entry.accounts
    const namespaces = [...new Set(reported.map((account) => account.namespace))]
    const next: ConnectionRecord = {
      ...entry,
      accounts: reported,
      namespaces,
      networks: { ...entry.networks, ...change.networks },
      approvedNetworks: { ...entry.approvedNetworks, ...change.approvedNetworks },
    }
    if (isSameData(entry, next)) return false
    for (const namespace of namespaces) core.granted.get(connectionId)?.add(namespace)
    state.connections = state.connections.map((other) => (other.id === connectionId ? next : other))
    for (const namespace of new Set([...entry.namespaces, ...namespaces]))
      followChange(core, accounts, namespace, entry, next)
    core.followConnection(entry.namespaces)
    core.save()
    return true
  }

  return {
    apply,
    report(connectionId, connection, given) {
      const entry = record(connectionId)
      if (!entry || live.get(connectionId) !== connection) return
      const own =
        reports.get(connection) ?? createReports((change) => apply(connectionId, connection, change))
      reports.set(connection, own)
      if (!own.isWaiting && isRepeated(entry, given)) return
      const change = soundChange(given, core.known, core.isAddress)
      if (change.ended) {
        own.flush()
        return leave(connectionId, change.ended.isRevoked === true)
      }
      if (change.accounts?.length === 0) {
        const { log } = core.options
        return log.warn(`"${entry.name}" reported accounts that are not valid, so they were ignored.`)
      }
      own.tell(change)
    },
    flushReports: (connection) => reports.get(connection)?.flush(),
  }
}

/** Moves the app to another account of a namespace, where a wallet's change of accounts says so. */
function followChange(
  core: SessionCore,
  accounts: SessionAccounts,
  namespace: NamespaceId,
  entry: ConnectionRecord,
  next: ConnectionRecord,
): void {
  const active = core.state.namespaces[namespace]?.connectionId
  const isBack = !entry.namespaces.includes(namespace) && isChoiceOf(core.intended.get(namespace), entry)
  // Only accounts move the app to another account.
  const isLeftAlone = active === entry.id ? hasSame(namespace, entry, next) : active !== undefined
  if (isLeftAlone && !isBack) return
  if (next.namespaces.includes(namespace)) {
    accounts.activate(namespace, next, accounts.findFollowed(namespace, entry, next))
    if (!isElsewhere(core, namespace, entry)) accounts.intend(namespace)
  } else {
    // The choice outlives a namespace that leaves: its chain may be locked.
    accounts.deactivate(namespace)
  }
}

/** Whether the person's account is one of another wallet, which is locked or late and finds it again. */
function isElsewhere({ intended, waiting }: SessionCore, namespace: NamespaceId, entry: ConnectionRecord) {
  const choice = intended.get(namespace)
  return choice !== undefined && !isChoiceOf(choice, entry) && waiting.has(connectionIdOf(choice))
}

/** Whether a wallet reports what it reported before. Asked first, because checking a report costs more. */
function isRepeated(entry: ConnectionRecord, change: ConnectionChange): boolean {
  if (typeof change !== 'object' || change === null) return false
  const { accounts = entry.accounts, networks = {}, approvedNetworks, ended } = change
  if (ended || approvedNetworks || !Array.isArray(accounts) || accounts.length !== entry.accounts.length) {
    return false
  }
  const isSame = (account: Account, index: number) => {
    const known = entry.accounts[index]
    return accountFields.every((field) => known?.[field] === account?.[field])
  }
  return (
    Object.entries(networks ?? {}).every(([namespace, id]) => entry.networks[namespace] === id) &&
    accounts.every(isSame)
  )
}

const accountFields = ['id', 'namespace', 'address', 'kind', 'label', 'publicKey'] as const

/** Whether two records have the same accounts of a namespace, in the same order. */
function hasSame(namespace: NamespaceId, ...records: readonly [ConnectionRecord, ConnectionRecord]): boolean {
  const [left, right] = records.map(({ accounts }) =>
    JSON.stringify(accounts.flatMap((account) => (account.namespace === namespace ? [account.id] : []))),
  )
  return left === right
}

/** Whether two records hold the same, so that a wallet that repeats itself does not make the app render again. */
const isSameData = (left: ConnectionRecord, right: ConnectionRecord) => textOf(left) === textOf(right)

const textOf = ({ accounts, networks, approvedNetworks }: ConnectionRecord) =>
  JSON.stringify([
    accounts.map(({ id, kind, label, publicKey }) => [id, kind, label, publicKey]),
    Object.entries(networks),
    Object.entries(approvedNetworks),
  ])
