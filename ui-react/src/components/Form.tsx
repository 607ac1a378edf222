import type { ReactNode } from 'react'
import type { StackProps } from './Stack.js'

export interface FormProps extends StackProps {
  /** Told when a submit button is pressed, or Enter in a field. */
  onSubmit(): void
  readonly children?: ReactNode | undefined
}

/** A form of fields at the distances of a {@link Stack}. It never leaves the page, and leaves checking to the plugin. */
export function Form({ onSubmit, gap = 'md', testId, children }: FormProps) {
  return (
    <form
      className="lk-stack"
      data-gap={gap}
      data-testid={testId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
