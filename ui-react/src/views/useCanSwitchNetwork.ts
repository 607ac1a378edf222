import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useNetwork } from '../hooks/useNetwork.js'
import { useNamespaces } from '../useNamespaces.js'
import { useShell } from '../useShell.js'

/** Whether a person can leave the network: the app has another one, in any namespace, or does not have this one. */
export function useCanSwitchNetwork(namespace?: NamespaceId): boolean {
  const { status } = useNetwork(namespace === undefined ? {} : { namespace })
  const { networkSwitch } = useShell()
  const count = useNamespaces().flatMap(({ networks }) => networks).length
  if (status === 'none') return false
  return status === 'unsupported' || (networkSwitch && count > 1)
}
