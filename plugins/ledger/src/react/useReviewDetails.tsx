import { AddressText, type Detail, safeText, useLocale, useMessages } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import type { LedgerReading, LedgerReviewRow, LedgerReviewValue } from '../LedgerReview.js'
import { ledgerMessages } from './messages.js'
import { ReviewValue } from './ReviewValue.js'

export interface ReviewDetails {
  /** What it's for, and whose contract it is. */
  readonly head: readonly Detail[]
  readonly rows: readonly Detail[]
  /** What the descriptor passes over in silence. */
  readonly others: readonly Detail[]
}

type CallValue = Extract<LedgerReviewValue, { kind: 'call' }>

/** The lines of a review. A call within the call brings its own ones, under its label. */
export function useReviewDetails(reading: LedgerReading): ReviewDetails {
  const messages = useMessages(ledgerMessages)
  const locale = useLocale()

  const bytesText = (size: number) => messages.bytes({ count: new Intl.NumberFormat(locale).format(size) })

  function noteOf(value: LedgerReviewValue): ReactNode {
    if (value.kind === 'collectible') return <AddressText address={value.collection.address} />
    if (value.kind === 'bytes') return value.hex.includes('…') ? bytesText(value.size) : undefined
    if (value.kind === 'token' && value.symbol === '') return undefined
    return 'token' in value && value.token ? <AddressText address={value.token.address} /> : undefined
  }

  function detailOf({ label, value }: LedgerReviewRow): Detail {
    const stacked = value.kind === 'address' || value.kind === 'bytes'
    const note = noteOf(value)
    return {
      label: safeText(label, 300),
      value: <ReviewValue value={value} />,
      stacked,
      ...(note ? { note } : {}),
    }
  }

  function callDetails(label: string, call: CallValue): readonly Detail[] {
    const { reading: inner } = call
    const value = inner ? <Sentence parts={inner.intent} /> : messages.callUnexplained
    const data = inner ? null : (
      <>
        <br />
        <ReviewValue value={call} />
        <br />
        {bytesText(call.data.size)}
      </>
    )
    const note = (
      <>
        <AddressText address={call.callee.address} />
        {data}
      </>
    )
    const own: Detail = { label: safeText(label, 300), value, note, stacked: true }
    return inner ? [own, ...rowsOf(allRows(inner), `${label}: `)] : [own]
  }

  const restOf = ({ rest }: LedgerReading): readonly LedgerReviewRow[] =>
    rest ? [{ label: messages.readingRest, value: rest }] : []

  const allRows = (inner: LedgerReading): readonly LedgerReviewRow[] => [
    ...inner.rows,
    ...(inner.sends ? [{ label: messages.readingSends, value: inner.sends }] : []),
    ...inner.others,
    ...restOf(inner),
  ]

  function rowsOf(rows: readonly LedgerReviewRow[], before: string): readonly Detail[] {
    return rows.flatMap((row) => {
      const own = { ...row, label: `${before}${row.label}` }
      return own.value.kind === 'call' ? callDetails(own.label, own.value) : [detailOf(own)]
    })
  }

  const { intent, owner, sends } = reading
  return {
    head: [
      { label: messages.readsAs, value: <Sentence parts={intent} />, stacked: true },
      ...(owner === undefined
        ? []
        : [{ label: messages.readingOwner, value: <bdi>{safeText(owner, 80)}</bdi> }]),
      ...(sends ? [{ label: messages.readingSends, value: <ReviewValue value={sends} /> }] : []),
    ],
    rows: rowsOf(reading.rows, ''),
    others: rowsOf([...reading.others, ...restOf(reading)], ''),
  }
}

/** Words and values that follow each other. */
function Sentence({ parts }: { readonly parts: LedgerReading['intent'] }) {
  return (
    <bdi>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          safeEdges(part)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence never move
          <ReviewValue key={index} value={part} inline />
        ),
      )}
    </bdi>
  )
}

/** Cleaned, with the spaces that part it from its neighbours. */
const safeEdges = (text: string): string =>
  `${text.startsWith(' ') ? ' ' : ''}${safeText(text, 300)}${text.endsWith(' ') ? ' ' : ''}`
