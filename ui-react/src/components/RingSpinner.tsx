import type { ReactNode } from 'react'
import { CheckIcon } from './icons/CheckIcon.js'
import { CloseIcon } from './icons/CloseIcon.js'

export interface RingSpinnerProps {
  /** The picture inside: a WalletIcon of size `xl`. */
  readonly children: ReactNode
  readonly state: 'idle' | 'pending' | 'declined' | 'error' | 'success'
}

/** A ring that turns around a picture while something is awaited, and says at its corner how it ended. */
export function RingSpinner({ children, state }: RingSpinnerProps) {
  return (
    <span className="lk-ring" data-state={state} aria-hidden="true">
      {state === 'idle' ? null : (
        <>
          <span className="lk-ring-track" />
          <span className="lk-ring-arc" data-animated="" />
        </>
      )}
      {children}
      {state === 'idle' || state === 'pending' ? null : (
        <span className="lk-ring-mark">
          {state === 'success' ? <CheckIcon size="sm" /> : <CloseIcon size="sm" />}
        </span>
      )}
    </span>
  )
}
