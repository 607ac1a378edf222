import type { BaseError } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { RingSpinner, type RingSpinnerProps } from '../components/RingSpinner.js'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { describeError } from '../utils/describeError.js'
import { useCopy } from '../utils/useCopy.js'
import { safeText } from '../utils/safeText.js'
import { outsideName, outsideSentence } from '../utils/outsideText.js'

export interface WaitingScreenProps {
  /** Default: how it ended. */
  readonly picture?: ReactNode | undefined
  /** `idle` waits for the person alone; `declined` is their own choice, and no alarm; `unclear`: nobody knows how it ended. */
  readonly state: RingSpinnerProps['state']
  readonly title: string
  readonly text?: string | undefined
  /** Adds the code and 'copy details' for the developer. */
  readonly error?: BaseError | undefined
  readonly actions?: ReactNode | undefined
  readonly testId?: string | undefined
}

/** Something waits for an answer outside of this page: who is asked, what to do there, and the ways out. */
export function WaitingScreen({ picture, state, title, text, error, actions, testId }: WaitingScreenProps) {
  return (
    <div className="lk-waiting" data-state={state} data-testid={testId}>
      <RingSpinner state={state}>{picture}</RingSpinner>
      <div className="lk-waiting-words" role={state === 'error' || state === 'unclear' ? 'alert' : 'status'}>
        <p className="lk-waiting-title">{outsideName(title)}</p>
        {text ? <p className="lk-waiting-text">{outsideSentence(text)}</p> : null}
      </div>
      {error ? <ErrorDetails error={error} /> : null}
      <div className="lk-waiting-actions">{actions}</div>
    </div>
  )
}

function ErrorDetails({ error }: { readonly error: BaseError }) {
  const messages = useMessages(kit)
  const { state, copy } = useCopy()
  const { details } = describeError(error)
  const words = { idle: messages.copyDetails, copied: messages.detailsCopied, failed: messages.copyFailed }[
    state
  ]
  return (
    <p className="lk-state-details">
      <span className="lk-state-code">{messages.errorCode({ code: safeText(error.code, 64) })}</span>
      <button type="button" className="lk-text-button" onClick={() => void copy(details)}>
        {words}
      </button>
    </p>
  )
}
