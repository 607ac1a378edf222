import { inDevelopment } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { type PointerEvent, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { useNotifications } from '../useNotifications.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { useInert } from '../utils/useInert.js'
import { ModalFrame } from './ModalFrame.js'
import { SheetHandle } from './SheetHandle.js'
import { shakeElement } from './shakeElement.js'
import { tellStylesMissing } from './tellStylesMissing.js'
import { LoadedToasts } from './Toasts.js'
import { useDialog } from './useDialog.js'
import { useOneTarget } from './useOneTarget.js'

export interface ModalDialogProps {
  readonly phase: 'open' | 'closing'
}

/** A native modal dialog that fills the window; what is outside of its card is the overlay. */
export function ModalDialog({ phase }: ModalDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const pressed = useRef<EventTarget | null>(null)
  const titleId = useId()
  const navigation = useService(Navigation)
  const close = useCallback(() => navigation.close(), [navigation])
  useDialog({ dialog, open: phase === 'open', onDismiss: close })
  const keepOneTarget = useOneTarget()
  useRefusals(card)
  useInert(dialog, phase === 'closing')
  const { kernel } = useShell()
  useEffect(() => {
    if (inDevelopment && dialog.current) tellStylesMissing(kernel, dialog.current)
  }, [kernel])

  // A press that begins in the card and ends outside, while text is being selected, is no wish to close.
  const onPointerDown = (event: PointerEvent) => {
    pressed.current = event.target
  }
  const onClick = (event: { readonly target: EventTarget | null }) => {
    if (event.target === dialog.current && pressed.current === dialog.current) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button do the same.
    <dialog
      ref={dialog}
      className="lk-modal"
      data-phase={phase}
      data-testid="lk-modal-overlay"
      aria-labelledby={titleId}
      onPointerDown={onPointerDown}
      onClick={onClick}
      onClickCapture={keepOneTarget}
    >
      <div ref={card} className="lk-modal-card" data-animated="" data-testid="lk-modal-card">
        <SheetHandle card={card} onDismiss={close} />
        <ModalFrame titleId={titleId} />
      </div>
      <LoadedToasts />
    </dialog>
  )
}

/** Each refusal to close shakes the card and says why. */
function useRefusals(card: { readonly current: HTMLElement | null }): void {
  const { refusals, refusal } = useSnapshot(useService(Navigation).state)
  const { showSnackbar } = useNotifications()
  const seen = useRef(refusals)
  useEffect(() => {
    if (refusals === seen.current) return
    seen.current = refusals
    if (refusal) showSnackbar(refusal, { variant: 'error' })
    return card.current ? shakeElement(card.current) : undefined
  }, [refusals, refusal, showSnackbar, card])
}
