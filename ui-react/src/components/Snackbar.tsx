import type { ReactNode } from 'react'
import { Spinner } from './Spinner.js'
import { ToneIcon } from './ToneIcon.js'
import { outsideSentence } from '../utils/outsideText.js'

export interface SnackbarProps {
  readonly message: ReactNode
  readonly variant: 'success' | 'error' | 'loading'
  readonly open: boolean
  /** In place of the variant's icon. */
  readonly icon?: ReactNode | undefined
}

/**
 * One short message at the top of the modal. It stays mounted so that its live region exists before the
 * message arrives: a region that appears together with its text is often not spoken.
 */
export function Snackbar({ message, variant, open, icon }: SnackbarProps) {
  return (
    <div className="lk-snackbar" data-open={open ? '' : undefined}>
      <div className="lk-snackbar-live" role={variant === 'error' ? 'alert' : 'status'}>
        {open ? (
          <span className="lk-snackbar-body">
            {icon ??
              (variant === 'loading' ? (
                <Spinner />
              ) : (
                <ToneIcon tone={variant === 'error' ? 'danger' : 'success'} />
              ))}
            <span className="lk-snackbar-text">{outsideSentence(message)}</span>
          </span>
        ) : null}
      </div>
    </div>
  )
}
