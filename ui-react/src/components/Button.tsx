import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../utils/classNames.js'
import { Spinner } from './Spinner.js'
import { outsideName } from '../utils/outsideText.js'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One `primary` per view: what the person most likely came for. Default `primary`. */
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  /** `md` is 44 px high; `sm` looks 32 px high and keeps a 44 px target. Default `md`. */
  readonly size?: 'md' | 'sm' | undefined
  /** Keeps the width, shows a spinner, refuses clicks and stays focusable. */
  readonly loading?: boolean | undefined
  readonly icon?: ReactNode | undefined
  /** Icon after the text. */
  readonly trailingIcon?: ReactNode | undefined
  readonly fullWidth?: boolean | undefined
  readonly elementRef?: Ref<HTMLButtonElement> | undefined
}

/** A button that says what will happen: "Send 0.5 ETH", not "Submit". */
export function Button({
  variant = 'primary',
  size = 'md',
  loading = false,
  icon,
  trailingIcon,
  fullWidth = false,
  elementRef,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      ref={elementRef}
      className={classNames('lk-button', className)}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth ? '' : undefined}
      data-loading={loading ? '' : undefined}
      aria-disabled={loading ? true : rest['aria-disabled']}
      aria-busy={loading ? true : rest['aria-busy']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? (
        <span className="lk-button-spinner">
          <Spinner />
        </span>
      ) : null}
      {icon ? <span className="lk-button-icon">{icon}</span> : null}
      <span className="lk-button-label">{outsideName(children)}</span>
      {trailingIcon ? <span className="lk-button-icon">{trailingIcon}</span> : null}
    </button>
  )
}
