import { CheckCircleIcon } from './icons/CheckCircleIcon.js'
import { ErrorCircleIcon } from './icons/ErrorCircleIcon.js'
import { InfoIcon } from './icons/InfoIcon.js'
import { WarningIcon } from './icons/WarningIcon.js'

export type Tone = 'info' | 'success' | 'warning' | 'danger'

/** The shape that goes with a tone, so that colour is never the only signal. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  return (
    <span className="lk-tone-icon" data-tone={tone}>
      {tone === 'success' ? <CheckCircleIcon /> : null}
      {tone === 'warning' ? <WarningIcon /> : null}
      {tone === 'danger' ? <ErrorCircleIcon /> : null}
      {tone === 'info' ? <InfoIcon /> : null}
    </span>
  )
}
