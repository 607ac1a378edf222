import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useAccount } from '../hooks/useAccount.js'
import { useNamespaces } from '../useNamespaces.js'
import { useShell } from '../useShell.js'

/** Whether a person can leave the network: the app has another one, in any namespace, or does not have this one. */
export function useCanSwitchNetwork(namespace?: NamespaceId): boolean {
  const { networkId, network } = useAccount(namespace === undefined ? {} : { namespace })
  const { networkSwitch } = useShell()
  const count = useNamespaces().flatMap(({ networks }) => networks).length
  if (networkId === undefined) return false
  return !network || (networkSwitch && count > 1)
}
