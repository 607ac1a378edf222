import type { ReactNode } from 'react'
import { ExternalIcon } from '../components/icons/ExternalIcon.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { safeHttpUrl } from '../utils/safeHttpUrl.js'

export interface ExplorerLinkProps {
  /** Nothing is drawn without one, or when it isn't a web address. */
  readonly url: string | undefined
  /** Default "View on explorer". */
  readonly children?: ReactNode | undefined
  readonly testId?: string | undefined
  /** `primary` where the link is the next step. Default `ghost`. */
  readonly variant?: 'primary' | 'ghost' | undefined
}

/** A link to the network's explorer that looks as the buttons beside it. */
export function ExplorerLink({ url, children, testId, variant = 'ghost' }: ExplorerLinkProps) {
  const messages = useMessages(forms)
  const href = safeHttpUrl(url)
  if (href === undefined) return null
  return (
    <a
      className="lk-button"
      data-variant={variant}
      data-size="md"
      data-full=""
      data-testid={testId}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className="lk-button-label">{children ?? messages.explorer}</span>
      <span className="lk-button-icon">
        <ExternalIcon size="sm" />
      </span>
    </a>
  )
}
