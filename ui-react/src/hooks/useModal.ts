import { KernelError, type NamespaceId, type Route } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { useCallback } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { navigationState } from '../contain/serviceStates.js'
import { startRoute } from '../startRoute.js'
import { useChunk } from '../useChunk.js'
import { useServiceState } from '../useServiceState.js'
import { useSession } from '../useSession.js'
import { useShell } from '../useShell.js'

export interface ModalControls {
  /**
   * Opens the modal on a route, by default on the account when one is connected, else on the ways to connect.
   * Answers false, and logs, when nobody draws the route.
   */
  open<Params = undefined>(
    route?: Route<Params>,
    ...params: undefined extends Params ? [params?: Params] : [params: Params]
  ): boolean
  /** Opens the start view for one namespace. */
  openFor(namespace: NamespaceId): boolean
  /** Closes unless something that must be decided first refuses. Answers whether it is closed. */
  close(): boolean
  back(): boolean
}

export type UseModalResult = ModalControls &
  (
    | { readonly isOpen: false; readonly isLoading: false; readonly view: undefined }
    /** `view` is the name of the route that is shown; `isLoading` while its code is still on the way. */
    | { readonly isOpen: true; readonly isLoading: boolean; readonly view: string }
  )

/** Opens, closes and follows the modal. */
export function useModal(): UseModalResult {
  const { modal, rescue, report } = useShell()
  const { service: navigation, state } = useServiceState(Navigation, navigationState)
  const { open: isOpen, entries } = state
  const session = useSession().state

  const open = useCallback<ModalControls['open']>(
    (route, ...params) => {
      modal.load()
      return attemptCall(
        () => {
          if (!navigation) throw new TypeError('Nothing can open the modal.')
          if (route !== undefined && typeof route?.name !== 'string') {
            report('The modal was not opened.', noRoute(route))
            return false
          }
          return navigation.open((route ?? startRoute(session)) as Route<unknown>, ...params)
        },
        false,
        (error) => {
          report('The modal could not be opened.', error)
          rescue.open(error)
        },
      )
    },
    [navigation, session, modal, rescue, report],
  )
  const openFor = useCallback(
    (namespace: NamespaceId) => open(startRoute(session, namespace) as Route<unknown>, { namespace }),
    [open, session],
  )
  const close = useCallback(() => attemptCall(() => navigation?.close() ?? true, false), [navigation])
  const back = useCallback(() => attemptCall(() => navigation?.back() ?? false, false), [navigation])

  const isLoading = useChunk(modal).status === 'loading'
  const controls = { open, openFor, close, back }
  const view = entries[entries.length - 1]?.name
  if (!isOpen || view === undefined) return { ...controls, isOpen: false, isLoading: false, view: undefined }
  return { ...controls, isOpen: true, isLoading, view }
}

/** From code without types, such as `open('Connect')`. */
function noRoute(given: unknown): KernelError {
  return new KernelError(
    `open() takes a route, such as ConnectRoute, and ${JSON.stringify(given)} is none.`,
    {
      code: 'ROUTE_INVALID',
    },
  )
}
