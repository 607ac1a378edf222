import type { ReactNode } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { useErrorText } from '../messages/useWords.js'
import { describeError } from '../utils/describeError.js'
import { useCopy } from '../utils/useCopy.js'
import { safeText } from '../utils/safeText.js'
import { Button } from './Button.js'
import { RefreshIcon } from './icons/RefreshIcon.js'
import { WarningIcon } from './icons/WarningIcon.js'
import { outsideName, outsideSentence } from '../utils/outsideText.js'

export interface ErrorStateProps {
  /** Gives text, code and details when those are not given. */
  readonly error?: unknown
  readonly title?: ReactNode | undefined
  /** What happened, why, and what to do. */
  readonly text?: ReactNode | undefined
  /** Stable code for the developer. */
  readonly code?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly retrying?: boolean | undefined
  /** Text for "Copy details". Default: read from `error`. */
  readonly copyDetails?: string | undefined
  /** Further ways out, beside the retry. */
  readonly action?: ReactNode | undefined
}

/** Something failed: a sentence for the person first, the code and details for the developer second. */
export function ErrorState(props: ErrorStateProps) {
  const messages = useMessages(kit)
  const errorText = useErrorText()
  const { state, copy } = useCopy()
  const described = props.error === undefined ? undefined : describeError(props.error)
  const code = props.code ?? described?.code
  const details = props.copyDetails ?? described?.details
  const copyText = {
    idle: messages.copyDetails,
    copied: messages.detailsCopied,
    failed: messages.copyFailed,
  }[state]
  return (
    <div className="lk-state" role="alert">
      <span className="lk-state-icon" data-tone="danger" aria-hidden="true">
        <WarningIcon size="lg" />
      </span>
      <p className="lk-state-title">{outsideName(props.title ?? messages.errorTitle)}</p>
      <p className="lk-state-text">
        {outsideSentence(props.text ?? errorText(props.error) ?? messages.errorText)}
      </p>
      <div className="lk-state-action">
        {props.onRetry ? (
          <Button variant="secondary" icon={<RefreshIcon />} loading={props.retrying} onClick={props.onRetry}>
            {messages.retry}
          </Button>
        ) : null}
        {props.action}
      </div>
      {code || details ? (
        <p className="lk-state-details">
          {code ? (
            <span className="lk-state-code">{messages.errorCode({ code: safeText(code, 64) })}</span>
          ) : null}
          {details ? (
            <button type="button" className="lk-text-button" onClick={() => void copy(details)}>
              {copyText}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
