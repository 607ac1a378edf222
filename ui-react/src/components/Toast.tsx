import type { ReactNode } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { IconButton } from './IconButton.js'
import { CloseIcon } from './icons/CloseIcon.js'
import { Spinner } from './Spinner.js'
import { ToneIcon } from './ToneIcon.js'
import { outsideSentence } from '../utils/outsideText.js'

export interface ToastProps {
  readonly type: 'blank' | 'error' | 'success' | 'loading' | 'custom'
  readonly message: ReactNode
  /** False plays the way out. Default true. */
  readonly visible?: boolean | undefined
  readonly onDismiss?: (() => void) | undefined
}

/** One message outside the modal, at most 350 px wide. The list that holds it is the live region. */
export function Toast({ type, message, visible = true, onDismiss }: ToastProps) {
  const messages = useMessages(kit)
  return (
    <div
      className="lk-toast"
      data-type={type}
      data-visible={visible ? '' : undefined}
      role={type === 'error' ? 'alert' : 'status'}
    >
      {type === 'loading' ? <Spinner /> : null}
      {type === 'error' ? <ToneIcon tone="danger" /> : null}
      {type === 'success' ? <ToneIcon tone="success" /> : null}
      <div className="lk-toast-text">{outsideSentence(message)}</div>
      {onDismiss ? (
        <IconButton label={messages.dismiss} icon={<CloseIcon size="sm" />} onClick={onDismiss} />
      ) : null}
    </div>
  )
}
