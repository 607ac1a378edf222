import { SpinnerIcon } from './icons/SpinnerIcon.js'

export interface SpinnerProps {
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** Name for assistive technology. Without it the spinner is decoration beside text that says the same. */
  readonly label?: string | undefined
}

/** Turning arc. Under reduced motion it fades in place. Prefer {@link Skeleton} for content that has a shape. */
export function Spinner({ size = 'md', label }: SpinnerProps) {
  return (
    <span
      className="lk-spinner"
      data-animated=""
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <SpinnerIcon size={size} />
    </span>
  )
}
