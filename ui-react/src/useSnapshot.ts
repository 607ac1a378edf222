import { useCallback, useSyncExternalStore } from 'react'
import { type Snapshot, snapshot, subscribe } from 'valtio/vanilla'

/**
 * Reads a service's state, and draws the component again when something of it changes. Give the smallest part that the
 * component shows: unlike the hook of `valtio/react`, this one does not follow which members are read, because what
 * follows them would be 1 kB of the page's first load.
 *
 * @param state A state of a service, or an object in one.
 * @param options.sync Draws within the change and not after it, for what stands in a text field. Default false.
 *
 * @example
 * const { phase } = useSnapshot(useService(Sender).state)
 */
export function useSnapshot<State extends object>(
  state: State,
  { sync = false }: { readonly sync?: boolean } = {},
): Snapshot<State> {
  const listen = useCallback((listener: () => void) => subscribe(state, listener, sync), [state, sync])
  const read = useCallback(() => snapshot(state), [state])
  return useSyncExternalStore(listen, read, read)
}
