import type { ReactNode } from 'react'
import { outsideLabel, outsideName, outsideSentence } from '../utils/outsideText.js'

export interface Detail {
  readonly label: string
  readonly value: ReactNode
  /** Second line under the value, a worth for example. */
  readonly note?: ReactNode
  /** Puts the value on a line of its own, for what is long: a whole address. */
  readonly stacked?: boolean | undefined
  /** A small control at the end of a stacked value, a CopyButton for example. */
  readonly action?: ReactNode
  readonly testId?: string | undefined
}

export interface DetailListProps {
  readonly details: readonly Detail[]
  /** Name of the list for assistive technology. */
  readonly label?: string | undefined
}

/** Facts about one thing, name and value, for a screen on which something is decided. */
export function DetailList({ details, label }: DetailListProps) {
  return (
    <dl className="lk-details" aria-label={label && outsideLabel(label)}>
      {details.map((detail) => (
        <div
          key={detail.label}
          className="lk-detail"
          data-stacked={detail.stacked ? '' : undefined}
          data-testid={detail.testId}
        >
          <dt className="lk-detail-label">{outsideName(detail.label)}</dt>
          <dd className="lk-detail-value">
            <span className="lk-detail-words">
              <Worded text={detail.value} />
              {detail.note ? (
                <span className="lk-detail-note">
                  <Worded text={detail.note} />
                </span>
              ) : null}
            </span>
            {detail.action ? <span className="lk-detail-action">{outsideName(detail.action)}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text with its own direction: "1 USDC = 0.0003 ETH" keeps its order on a page that's read from right to left. */
function Worded({ text }: { readonly text: ReactNode }) {
  return typeof text === 'string' ? <bdi>{outsideSentence(text)}</bdi> : text
}
