import { type AccountId, parseAccountId } from '@latchkey/kernel/contracts'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { SessionService } from '@latchkey/kernel/wallet'
import type { SiwxSessionRecord } from '../SiwxStorage.js'
import type { AccountIdentity } from './accountIdentity.js'

/** The signed-in accounts of the namespaces that no connected wallet has any more. Who only watches one doesn't have it. */
export function goneAccounts(
  records: readonly SiwxSessionRecord[],
  namespaces: readonly NamespaceId[],
  session: SessionService,
  { isSameAddress }: AccountIdentity,
): readonly AccountId[] {
  const connected = session.state.connections
    .flatMap(({ accounts }) => accounts)
    .filter(({ kind }) => kind !== 'watching')
  const isGone = (id: AccountId) => {
    const parts = parseAccountId(id)
    if (!parts || !namespaces.includes(parts.namespace)) return false
    return !connected.some(
      ({ namespace, address }) =>
        namespace === parts.namespace && isSameAddress(namespace, address, parts.address),
    )
  }
  return records.map(({ accountId }) => accountId).filter(isGone)
}
