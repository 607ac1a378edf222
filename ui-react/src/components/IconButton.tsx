import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../utils/classNames.js'
import { outsideLabel } from '../utils/outsideText.js'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What the button does; its accessible name. */
  readonly label: string
  readonly icon: ReactNode
  readonly variant?: 'ghost' | 'secondary' | undefined
  readonly elementRef?: Ref<HTMLButtonElement> | undefined
}

/** A square 44 px button with an icon and a spoken name. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  elementRef,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      ref={elementRef}
      className={classNames('lk-icon-button', className)}
      data-variant={variant}
      aria-label={outsideLabel(label)}
    >
      {icon}
    </button>
  )
}
