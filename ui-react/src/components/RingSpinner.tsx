import type { ReactNode } from 'react'
import { CheckIcon } from './icons/CheckIcon.js'
import { CloseIcon } from './icons/CloseIcon.js'
import { HelpIcon } from './icons/HelpIcon.js'

const tones = { success: 'success', unclear: 'warning', error: 'danger' } as const

export interface RingSpinnerProps {
  /** The picture inside: a WalletIcon of size `xl`. Without it, the ring shows how it ended. */
  readonly children?: ReactNode | undefined
  /** `unclear`: nobody knows how it ended. */
  readonly state: 'idle' | 'pending' | 'declined' | 'unclear' | 'error' | 'success'
}

/** A ring that turns around a picture while something is awaited, and says at its corner how it ended. */
export function RingSpinner({ children, state }: RingSpinnerProps) {
  const tone = tones[state as keyof typeof tones]
  const Icon = state === 'success' ? CheckIcon : state === 'unclear' ? HelpIcon : CloseIcon
  return (
    <span className="lk-ring" data-state={state} data-tone={tone} aria-hidden="true">
      {state === 'idle' ? null : (
        <>
          <span className="lk-ring-track" />
          <span className="lk-ring-arc" data-animated="" />
        </>
      )}
      {children}
      {tone || state === 'declined' ? (
        <span className={children ? 'lk-ring-mark' : 'lk-tone-icon'}>
          <Icon size={children ? 'sm' : 'xl'} />
        </span>
      ) : null}
    </span>
  )
}
