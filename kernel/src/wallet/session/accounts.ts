import type { AccountId, NamespaceId } from '../../contracts/caip.js'
import { ConnectorError } from '../../errors/connector.js'
import type { Account } from '../../contracts/points/connector.js'
import { createAccountChoice } from './accountChoice.js'
import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord } from './sessionState.js'

/** Which connection and which account of it is active in a namespace, and what the person wants to find after a reload. */
export interface SessionAccounts {
  activate(namespace: NamespaceId, entry: ConnectionRecord, account?: Account): void
  /** The namespace's next connection becomes active, or it is disconnected. */
  deactivate(namespace: NamespaceId): void
  /**
   * Notes the active account of a namespace as what the person wants to find after a reload.
   *
   * @param isChosen Whether the person named the account.
   */
  intend(namespace: NamespaceId, isChosen?: boolean): void
  /** An account that moved to the wallet's first place was chosen there, and the app follows. */
  findFollowed(namespace: NamespaceId, before: ConnectionRecord, after: ConnectionRecord): Account | undefined
  setActiveAccount(namespace: NamespaceId, entry: ConnectionRecord, accountId: AccountId | undefined): void
}

export function createSessionAccounts(core: SessionCore): SessionAccounts {
  const { state, intended, record } = core
  const { isSame, firstAccount, preferredAccount } = createAccountChoice(core)

  const service: SessionAccounts = {
    activate(namespace, { id, accounts }, account = preferredAccount(namespace, accounts)) {
      state.namespaces[namespace] = { status: 'connected', connectionId: id, accountId: account?.id }
    },
    deactivate(namespace) {
      const next = state.connections.find((candidate) => candidate.namespaces.includes(namespace))
      if (next) return service.activate(namespace, next)
      state.namespaces[namespace] = { status: 'disconnected' }
      core.settle([namespace])
    },
    intend(namespace, isChosen = false) {
      const { connectionId, accountId } = state.namespaces[namespace] ?? {}
      const entry = record(connectionId)
      const account = entry?.accounts.find((candidate) => candidate.id === accountId)
      if (entry && account) {
        const { connectorId, key } = entry
        const before = intended.get(namespace)
        const wasChosen = before?.isChosen === true && isSame(namespace, before.address, account.address)
        const choice = { connectorId, key, address: account.address }
        intended.set(namespace, isChosen || wasChosen ? { ...choice, isChosen: true } : choice)
      } else intended.delete(namespace)
    },
    findFollowed(namespace, before, after) {
      const first = firstAccount(namespace, after.accounts)
      const previous = firstAccount(namespace, before.accounts)
      // Accounts that come back moved nothing: the person finds the one that they had.
      return !previous || isSame(namespace, first?.address, previous.address) ? undefined : first
    },
    setActiveAccount(namespace, entry, accountId) {
      const account = entry.accounts.find((candidate) => candidate.id === accountId)
      if (accountId !== undefined && account?.namespace !== namespace) throw accountNotFound(accountId)
      service.activate(namespace, entry, account)
      service.intend(namespace, accountId !== undefined)
      core.save()
    },
  }
  return service
}

function accountNotFound(accountId: AccountId): ConnectorError {
  return new ConnectorError('The wallet does not offer this account any more. Choose another one.', {
    code: 'ACCOUNT_NOT_FOUND',
    metaMessages: [`No account has the id "${accountId}".`],
  })
}
