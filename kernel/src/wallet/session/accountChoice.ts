import type { NamespaceId } from '../../contracts/caip.js'
import type { Account } from '../../contracts/points/connector.js'
import type { SessionCore } from './sessionCore.js'

/** Which of a wallet's accounts a namespace uses. */
export interface AccountChoice {
  isSame(namespace: NamespaceId, left: string | undefined, right: string | undefined): boolean
  /** The account the wallet itself puts first. */
  firstAccount(namespace: NamespaceId, accounts: readonly Account[]): Account | undefined
  /** The account that the person chose in the app, or else the one that the wallet puts first. */
  preferredAccount(namespace: NamespaceId, accounts: readonly Account[]): Account | undefined
}

export function createAccountChoice({ options, intended }: SessionCore): AccountChoice {
  const rulesOf = (namespace: NamespaceId) =>
    options.namespaces().find((candidate) => candidate.id === namespace)

  function isSame(namespace: NamespaceId, left: string | undefined, right: string | undefined): boolean {
    if (left === right || left === undefined || right === undefined) return left === right
    try {
      return rulesOf(namespace)?.isSameAddress(left, right) ?? false
    } catch (error) {
      options.log.warn(`Two addresses of "${namespace}" could not be compared.`, error)
      return false
    }
  }

  function firstAccount(namespace: NamespaceId, accounts: readonly Account[]): Account | undefined {
    const own = accounts.filter((account) => account.namespace === namespace)
    return own.find((account) => account.kind === rulesOf(namespace)?.defaultAccountKind) ?? own[0]
  }

  function preferredAccount(namespace: NamespaceId, accounts: readonly Account[]): Account | undefined {
    const choice = intended.get(namespace)
    const isWanted = (account: Account) =>
      account.namespace === namespace && isSame(namespace, account.address, choice?.address)
    const chosen = choice?.isChosen ? accounts.find(isWanted) : undefined
    return chosen ?? firstAccount(namespace, accounts)
  }

  return { isSame, firstAccount, preferredAccount }
}
