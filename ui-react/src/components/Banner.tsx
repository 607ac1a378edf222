import type { ReactNode } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { IconButton } from './IconButton.js'
import { CloseIcon } from './icons/CloseIcon.js'
import { ToneIcon } from './ToneIcon.js'
import { outsideName, outsideSentence } from '../utils/outsideText.js'

export interface BannerProps {
  readonly tone?: 'info' | 'success' | 'warning' | 'danger' | undefined
  readonly title?: ReactNode | undefined
  readonly children?: ReactNode | undefined
  readonly action?: ReactNode | undefined
  readonly onDismiss?: (() => void) | undefined
  /** `alert` interrupts a screen reader, `status` waits, none (default) is for a banner that was always there. */
  readonly announce?: 'alert' | 'status' | undefined
}

/** A notice inside a view. */
export function Banner({ tone = 'info', title, children, action, onDismiss, announce }: BannerProps) {
  const messages = useMessages(kit)
  return (
    <div className="lk-banner" data-tone={tone} role={announce}>
      <ToneIcon tone={tone} />
      <div className="lk-banner-body">
        {title ? <p className="lk-banner-title">{outsideName(title)}</p> : null}
        {children ? <div className="lk-banner-text">{outsideSentence(children)}</div> : null}
        {action ? <div className="lk-banner-action">{action}</div> : null}
      </div>
      {onDismiss ? (
        <IconButton label={messages.dismiss} icon={<CloseIcon size="sm" />} onClick={onDismiss} />
      ) : null}
    </div>
  )
}
