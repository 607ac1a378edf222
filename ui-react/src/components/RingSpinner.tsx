import type { ReactNode } from 'react'
import { CheckIcon } from './icons/CheckIcon.js'
import { CloseIcon } from './icons/CloseIcon.js'

export interface RingSpinnerProps {
  /** The picture inside: a WalletIcon of size `xl`. Without it, the ring shows how it ended. */
  readonly children?: ReactNode
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
      {state === 'idle' || state === 'pending' ? null : <Mark state={state} isAlone={!children} />}
    </span>
  )
}

interface MarkProps {
  readonly state: 'declined' | 'error' | 'success'
  readonly isAlone: boolean
}

function Mark({ state, isAlone }: MarkProps) {
  const size = isAlone ? 'xl' : 'sm'
  const icon = state === 'success' ? <CheckIcon size={size} /> : <CloseIcon size={size} />
  if (!isAlone) return <span className="lk-ring-mark">{icon}</span>
  return (
    <span className="lk-tone-icon" data-tone={state === 'success' ? 'success' : 'danger'}>
      {icon}
    </span>
  )
}
