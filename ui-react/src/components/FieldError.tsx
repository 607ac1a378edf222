import type { ReactNode } from 'react'
import { ErrorCircleIcon } from './icons/ErrorCircleIcon.js'
import { outsideSentence } from '../utils/outsideText.js'

/** The error line of a field. Always present, so that a sentence appearing in it is spoken. */
export function FieldError({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <span className="lk-field-error" id={id} role="alert">
      {children ? (
        <>
          <ErrorCircleIcon size="sm" />
          <span className="lk-field-error-text">{outsideSentence(children)}</span>
        </>
      ) : null}
    </span>
  )
}
