import type { MouseEvent, ReactNode, Ref } from 'react'
import { useMessages } from '../messages/useMessages.js'
import { kit } from '../messages/en/kit.js'
import { classNames } from '../utils/classNames.js'
import { ChevronIcon } from './icons/ChevronIcon.js'
import { ExternalIcon } from './icons/ExternalIcon.js'
import { Spinner } from './Spinner.js'
import { VisuallyHidden } from './VisuallyHidden.js'
import { outsideName, outsideSentence } from '../utils/outsideText.js'

export interface ListRowProps {
  /** Picture at the start: a WalletIcon, TokenIcon, Avatar or icon. */
  readonly leading?: ReactNode | undefined
  /** A string is cleaned of control and bidi characters. */
  readonly title: ReactNode
  readonly subtitle?: ReactNode | undefined
  /** Second paragraph under the row, for an explanation. */
  readonly description?: ReactNode | undefined
  /** Value at the end, an amount for example. */
  readonly trailing?: ReactNode | undefined
  readonly trailingSubtitle?: ReactNode | undefined
  /** Small mark after the title, a Badge for example. */
  readonly badge?: ReactNode | undefined
  /** Shows an arrow at the end of a row that leads further. */
  readonly chevron?: boolean | undefined
  readonly loading?: boolean | undefined
  readonly selected?: boolean | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** Makes the row a link that opens in a new tab. */
  readonly href?: string | undefined
  readonly disabled?: boolean | undefined
  readonly testId?: string | undefined
  readonly className?: string | undefined
  readonly elementRef?: Ref<HTMLElement> | undefined
}

/** One row of a list: a button with `onClick`, a link with `href`, plain content otherwise. */
export function ListRow(props: ListRowProps) {
  const { loading = false, selected, onClick, href, disabled = false } = props
  const messages = useMessages(kit)
  const shared = {
    className: classNames('lk-row', props.className),
    'data-testid': props.testId,
    'data-selected': selected ? '' : undefined,
    'data-interactive': onClick || href ? '' : undefined,
  }
  const body = <ListRowBody {...props} />
  if (href && !disabled) {
    return (
      <a
        {...shared}
        ref={props.elementRef as Ref<HTMLAnchorElement>}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClick}
      >
        {body}
        <VisuallyHidden>{messages.opensInNewTab}</VisuallyHidden>
      </a>
    )
  }
  if (onClick || href) {
    return (
      <button
        {...shared}
        ref={props.elementRef as Ref<HTMLButtonElement>}
        type="button"
        disabled={disabled}
        aria-busy={loading || undefined}
        aria-disabled={loading || undefined}
        aria-current={selected || undefined}
        onClick={loading ? undefined : onClick}
      >
        {body}
      </button>
    )
  }
  return (
    <div {...shared} ref={props.elementRef as Ref<HTMLDivElement>} data-disabled={disabled ? '' : undefined}>
      {body}
    </div>
  )
}

function ListRowBody(props: ListRowProps) {
  const { leading, subtitle, description, trailing, trailingSubtitle, badge, chevron, loading, href } = props
  return (
    <>
      {leading ? <span className="lk-row-leading">{leading}</span> : null}
      <span className="lk-row-text">
        <span className="lk-row-title">
          <bdi className="lk-row-name">{outsideName(props.title)}</bdi>
          {badge ? <span className="lk-row-badge">{badge}</span> : null}
        </span>
        {subtitle ? (
          <span className="lk-row-subtitle" dir={typeof subtitle === 'string' ? 'auto' : undefined}>
            {outsideName(subtitle)}
          </span>
        ) : null}
        {description ? <span className="lk-row-description">{outsideSentence(description)}</span> : null}
      </span>
      {trailing || trailingSubtitle ? (
        <span className="lk-row-trailing">
          {trailing ? <span className="lk-row-value">{outsideName(trailing)}</span> : null}
          {trailingSubtitle ? <span className="lk-row-subtitle">{outsideName(trailingSubtitle)}</span> : null}
        </span>
      ) : null}
      {loading ? <Spinner /> : null}
      {!loading && href ? <ExternalIcon size="sm" /> : null}
      {!loading && !href && chevron ? <ChevronIcon size="sm" /> : null}
    </>
  )
}
