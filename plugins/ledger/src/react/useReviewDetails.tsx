import { AddressText, type Detail, safeText, useLocale, useMessages } from '@latchkey/ui-react'
import { Fragment, type ReactNode } from 'react'
import type { LedgerReading, LedgerReviewRow, LedgerReviewValue } from '../LedgerReview.js'
import { ledgerMessages } from './messages.js'
import { ReviewValue } from './ReviewValue.js'

export interface ReviewDetails {
  /** What it's for, whose contract it is, and money that is sent along. */
  readonly head: readonly Detail[]
  /** What the descriptor explains, and what it passes over in silence. */
  readonly rows: readonly Detail[]
}

type CallValue = Extract<LedgerReviewValue, { kind: 'call' }>

interface Words {
  readonly sends: string
  readonly others: string
  readonly rest: string
  readonly callUnexplained: string
  bytes(size: number): string
}

/** The lines of a review. A call within the call brings its own ones, under its label. */
export function useReviewDetails(reading: LedgerReading): ReviewDetails {
  const messages = useMessages(ledgerMessages)
  const locale = useLocale()
  const words: Words = {
    sends: messages.readingSends,
    others: messages.readingOthers,
    rest: messages.readingRest,
    callUnexplained: messages.callUnexplained,
    bytes: (size) => messages.bytes({ count: new Intl.NumberFormat(locale).format(size) }),
  }
  const owner = reading.owner === undefined ? '' : safeText(reading.owner, 80)
  return {
    head: [
      { label: messages.readsAs, value: <Sentence parts={reading.intent} />, stacked: true },
      ...(owner === '' ? [] : [{ label: messages.readingOwner, value: owner }]),
    ],
    rows: detailsOf(words, reading, ''),
  }
}

/** @param before What stands before each label: the call that it's of. */
function detailsOf(words: Words, reading: LedgerReading, before: string): readonly Detail[] {
  const { rows, others, sends, rest } = reading
  return [
    ...(sends ? [{ label: before + words.sends, value: <ReviewValue value={sends} /> }] : []),
    ...rows.flatMap((row) => {
      const own = { ...row, label: before + safeText(row.label, 120) }
      return own.value.kind === 'call' ? callDetails(words, own.label, own.value) : [detailOf(words, own)]
    }),
    ...(others.length > 0
      ? [{ label: before + words.others, value: <Others rows={others} />, stacked: true }]
      : []),
    ...(rest ? [detailOf(words, { label: before + words.rest, value: rest })] : []),
  ]
}

/** Longer labels have a line of their own: beside a value they would be cut, or push it out. */
const shortLabel = 18

function detailOf(words: Words, { label, value }: LedgerReviewRow): Detail {
  const isLong = value.kind === 'address' || value.kind === 'bytes' || value.kind === 'text'
  const stacked = isLong || label.length > shortLabel
  const note = noteOf(words, value)
  return { label, value: <ReviewValue value={value} />, stacked, ...(note ? { note } : {}) }
}

function noteOf(words: Words, value: LedgerReviewValue): ReactNode {
  if (value.kind === 'collectible') return <AddressText address={value.collection.address} />
  if (value.kind === 'bytes') return value.hex.includes('…') ? words.bytes(value.size) : undefined
  if (value.kind === 'token' && value.symbol === '') return undefined
  return 'token' in value && value.token ? <AddressText address={value.token.address} /> : undefined
}

function callDetails(words: Words, label: string, call: CallValue): readonly Detail[] {
  const { reading } = call
  const value = reading ? <Sentence parts={reading.intent} /> : words.callUnexplained
  const note = (
    <>
      <AddressText address={call.callee.address} />
      {reading ? null : (
        <>
          <br />
          <ReviewValue value={call} />
          <br />
          {words.bytes(call.data.size)}
        </>
      )}
    </>
  )
  const own: Detail = { label, value, note, stacked: true }
  return reading ? [own, ...detailsOf(words, reading, `${label}: `)] : [own]
}

/** Names in the code are long words, which a label has no room for. */
function Others({ rows }: { readonly rows: readonly LedgerReviewRow[] }) {
  return rows.map(({ label, value }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a review never move
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      <bdi>{safeText(label, 120)}</bdi>: <ReviewValue value={value} inline />
    </Fragment>
  ))
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
