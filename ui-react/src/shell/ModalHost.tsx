import { Navigation, type NavigationService } from '@latchkey/kernel/wallet'
import { type ReactNode, useEffect, useRef } from 'react'
import { navigationState } from '../contain/serviceStates.js'
import type { Chunk } from '../chunk.js'
import type { ModalModule } from '../shellContext.js'
import { useChunk } from '../useChunk.js'
import { useNotifications } from '../useNotifications.js'
import { useService } from '../useService.js'
import { useServiceState } from '../useServiceState.js'
import { useShell } from '../useShell.js'
import { modalClaim } from './modalClaim.js'
import { useBlockUnsupported } from './useBlockUnsupported.js'

/** Draws the modal once its code is there, and asks for the code again when something opens it. */
export function ModalHost({ drawsModal }: { readonly drawsModal: boolean }): ReactNode {
  const { modal, embedded } = useShell()
  const navigation = useService(Navigation)
  const { open } = useServiceState(Navigation, navigationState).state
  const { toasts } = useNotifications().state
  const chunk = useChunk(modal)
  const drawn = drawsModal && !embedded
  const needed = (open && drawn) || toasts.length > 0
  useBlockUnsupported()
  useCloseOnLeave(drawsModal, navigation, modal)

  useEffect(() => {
    // Any opening asks once more for what failed to load, not only a press on our buttons.
    if (needed) modal.load()
  }, [needed, modal])
  useEffect(() => {
    // Nothing can be shown, so nothing must count as open. The buttons say what happened and try again.
    if (chunk.status === 'failed' && modal.state.status === 'failed' && open) closeUndrawn(navigation)
  }, [chunk.status, open, navigation, modal])

  if (!chunk.module) return null
  const { Modal, Toasts } = chunk.module
  return (
    <>
      {drawn ? <Modal /> : null}
      <Toasts />
    </>
  )
}

/**
 * The modal does not outlive the last provider that draws it: it would open by itself when a provider comes back.
 * StrictMode, which runs the effects of one provider twice, leaves it open.
 */
function useCloseOnLeave(
  drawsModal: boolean,
  navigation: NavigationService,
  modal: Chunk<ModalModule>,
): void {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    const stop = navigation.attach(
      (name) => name === willDraw && drawsModal && modal.state.status !== 'failed',
    )
    return () => {
      isThere.current = false
      stop()
      queueMicrotask(() => {
        if (drawsModal && !isThere.current) closeUndrawn(navigation)
      })
    }
  }, [drawsModal, navigation, modal])
}

/** Asked of `Navigation.draws`: whether a provider draws the modal once its code is there. */
const willDraw = `${modalClaim}:soon`

/** Another provider of the kernel may draw it, now or soon. */
function closeUndrawn(navigation: NavigationService): void {
  if (!navigation.draws(modalClaim) && !navigation.draws(willDraw)) navigation.close({ force: true })
}
