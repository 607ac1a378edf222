import type { ReactNode } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { useCopy } from '../utils/useCopy.js'
import { Button } from './Button.js'
import { IconButton } from './IconButton.js'
import { CheckIcon } from './icons/CheckIcon.js'
import { CopyIcon } from './icons/CopyIcon.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export interface CopyButtonProps {
  /** The text that goes to the clipboard. */
  readonly value: string
  /** What is copied: "Copy address". Default "Copy". */
  readonly label?: string | undefined
  /** Visible text; without it the button is an icon. */
  readonly children?: ReactNode | undefined
  readonly variant?: 'primary' | 'secondary' | 'ghost' | undefined
  readonly size?: 'md' | 'sm' | undefined
  readonly fullWidth?: boolean | undefined
  readonly testId?: string | undefined
}

/** Copies a text, shows a tick for two seconds and says so to assistive technology. */
export function CopyButton({
  value,
  label,
  children,
  variant = 'secondary',
  size,
  fullWidth,
  testId,
}: CopyButtonProps) {
  const messages = useMessages(kit)
  const { state, copy } = useCopy()
  const icon = state === 'copied' ? <CheckIcon /> : <CopyIcon />
  const status = state === 'copied' ? messages.copied : state === 'failed' ? messages.copyFailed : ''
  const onClick = () => void copy(value)
  return (
    <span className="lk-copy" data-state={state} data-full={fullWidth ? '' : undefined}>
      {children ? (
        <Button
          variant={variant}
          size={size}
          fullWidth={fullWidth}
          icon={icon}
          data-testid={testId}
          onClick={onClick}
        >
          {state === 'copied' ? messages.copied : children}
        </Button>
      ) : (
        <IconButton label={label ?? messages.copy} icon={icon} data-testid={testId} onClick={onClick} />
      )}
      {state === 'failed' ? (
        <span className="lk-copy-failed" role="alert">
          {status}
        </span>
      ) : (
        <VisuallyHidden>
          <span className="lk-copy-status" role="status">
            {status}
          </span>
        </VisuallyHidden>
      )}
    </span>
  )
}
