import { Navigation, type Route, Session, type NamespaceId } from '@latchkey/kernel/plugin'
import { useCallback } from 'react'
import { useSnapshot } from 'valtio/react'
import { startRoute } from '../startRoute.js'
import { useChunk } from '../useChunk.js'
import { useService } from '../useService.js'
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
  const shell = useShell()
  const navigation = useService(Navigation)
  const session = useService(Session)
  const { open: isOpen, entries } = useSnapshot(navigation.state)
  const { modal } = shell

  const openFor = useCallback(
    (namespace?: NamespaceId) => {
      modal.load()
      return navigation.open(
        startRoute(session, namespace),
        namespace === undefined ? undefined : { namespace },
      )
    },
    [navigation, session, modal],
  )
  const open = useCallback<ModalControls['open']>(
    (route, ...params) => {
      if (!route) return openFor()
      modal.load()
      return navigation.open(route, ...params)
    },
    [navigation, modal, openFor],
  )
  const close = useCallback(() => navigation.close(), [navigation])
  const back = useCallback(() => navigation.back(), [navigation])

  const isLoading = useChunk(modal).status === 'loading'
  const controls = { open, openFor, close, back }
  const view = entries[entries.length - 1]?.name
  if (!isOpen || view === undefined) return { ...controls, isOpen: false, isLoading: false, view: undefined }
  return { ...controls, isOpen: true, isLoading, view }
}
