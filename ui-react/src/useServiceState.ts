import type { Token } from '@latchkey/kernel/plugin'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { snapshot, subscribe } from 'valtio/vanilla'
import { attemptCall } from './contain/attemptCall.js'
import type { StateCheck } from './contain/serviceStates.js'
import { useShell } from './useShell.js'

export interface StateOfService<Service, State> {
  /** `undefined` while nothing provides it, or what provides it does not work. */
  readonly service: Service | undefined
  readonly state: State
  /** False where the service, or its state, is not what its token promises. */
  readonly works: boolean
}

/**
 * A service and what its state says, for components that stand in the host's page: they must be drawn whatever a plugin
 * has put in the service's place. A state that is not sound is not taken over; the last one that was stays.
 */
export function useServiceState<State extends object, Service extends { readonly state: State }>(
  token: Token<Service>,
  check: StateCheck<State>,
): StateOfService<Service, State> {
  const { kernel, report, kept } = useShell()
  const { service, source } = useMemo(() => {
    const onFault = (error: unknown) => report(`The service "${token.id}" does not work.`, error)
    return attemptCall<{ service?: Service; source?: State }>(
      () => {
        const found = kernel.find(token)
        const state: unknown = found?.state
        if (!found || typeof state !== 'object' || state === null) return {}
        // Throws where the state is no proxy of valtio.
        subscribe(state, () => {})()
        return { service: found, source: state as State }
      },
      {},
      onFault,
    )
  }, [kernel, token, report])
  const listen = useCallback(
    (listener: () => void) => (source ? subscribe(source, listener) : () => {}),
    [source],
  )
  const read = useCallback((): State => {
    if (!source) return check.empty
    const last = (kept.get(source) as State | undefined) ?? check.empty
    return attemptCall(
      () => {
        const next = snapshot(source) as State
        if (next === last) return last
        if (!check.isSound(next)) throw new TypeError('A member of its state has not the expected type.')
        kept.set(source, next)
        return next
      },
      last,
      (error) => report(`What "${token.id}" says cannot be used; what it said before stands.`, error),
    )
  }, [source, check, kept, report, token])
  const state = useSyncExternalStore(listen, read, read)
  return { service, state, works: service !== undefined }
}
