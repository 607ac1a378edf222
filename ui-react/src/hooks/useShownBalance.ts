import type { Amount, NetworkId } from '@latchkey/kernel/plugin'
import { useCallback, useSyncExternalStore } from 'react'
import { snapshot, subscribe } from 'valtio/vanilla'
import { ShownBalance } from '../shownBalance.js'
import { useKernel } from '../useKernel.js'

export interface ShownAmount {
  /** Cover the amount. */
  readonly hidden: boolean
  /** In place of the native coin; `null` while it is being read, `undefined` when the native coin is meant. */
  readonly amount: Amount | null | undefined
}

/** What a plugin wants shown as the balance of an account, if one has a say. */
export function useShownBalance(networkId: NetworkId | undefined, address: string | undefined): ShownAmount {
  const state = useKernel().find(ShownBalance)?.state
  const listen = useCallback(
    (listener: () => void) => (state ? subscribe(state, listener) : () => {}),
    [state],
  )
  const read = useCallback(() => state && snapshot(state), [state])
  const shown = useSyncExternalStore(listen, read, read)
  return {
    hidden: shown?.hidden ?? false,
    amount: shown?.amounts[`${networkId}:${address}`] as Amount | null | undefined,
  }
}
