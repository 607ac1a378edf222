import type { Account, NetworkId } from '@latchkey/kernel/plugin'
import { AccountIdentities, type AccountIdentity } from '@latchkey/kernel/contracts'
import { identitiesState } from '../contain/serviceStates.js'
import { useServiceState } from '../useServiceState.js'
import { useAccount } from './useAccount.js'

/**
 * Name and picture of an account, once a plugin that knows names has found them. `undefined` without such a plugin, and
 * until it has looked.
 *
 * @param networkId Default the active network of the account's namespace.
 */
export function useAccountIdentity(
  account: Account | undefined,
  networkId?: NetworkId,
): AccountIdentity | undefined {
  const { entries } = useServiceState(AccountIdentities, identitiesState).state
  const { networkId: active } = useAccount(account ? { namespace: account.namespace } : {})
  const network = networkId ?? active
  return account && network !== undefined ? entries[`${network}:${account.address}`] : undefined
}
