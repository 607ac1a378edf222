import {
  AddressText,
  formatExactAmount,
  NamedAddress,
  safeText,
  useLocale,
  useMessages,
} from '@latchkey/ui-react'
import type { LedgerReviewValue } from '../LedgerReview.js'
import { ledgerMessages } from './messages.js'

export interface ReviewValueProps {
  readonly value: LedgerReviewValue
  /** Within a sentence addresses are shortened; on their own they're whole. */
  readonly inline?: boolean | undefined
}

/** The latest second that browsers have a date for. */
const lastDate = 8_640_000_000_000n

/** A value of a review, in the page's language. */
export function ReviewValue({ value, inline = false }: ReviewValueProps) {
  const messages = useMessages(ledgerMessages)
  const locale = useLocale()
  const number = (own: bigint) => new Intl.NumberFormat(locale).format(own)
  switch (value.kind) {
    case 'text':
      return <bdi>{safeText(value.text, 400)}</bdi>
    case 'number':
      return <bdi>{number(value.value)}</bdi>
    case 'yesOrNo':
      return value.value ? messages.yes : messages.no
    case 'address':
      return <NamedAddress address={value.address} network={value.network} full={!inline} />
    case 'amount':
      return <bdi dir="ltr">{amountText(locale, value, value.symbol)}</bdi>
    case 'unit':
      return <bdi dir="ltr">{amountText(locale, value, value.unit)}</bdi>
    case 'units':
      return <bdi>{messages.units({ count: number(value.value) })}</bdi>
    case 'unlimited':
      return (
        <bdi>
          {safeText([value.message ?? messages.unlimited, value.symbol].filter(Boolean).join(' '), 80)}
        </bdi>
      )
    case 'token':
      return value.symbol === '' ? (
        <AddressText address={value.token.address} full={!inline} />
      ) : (
        <bdi>{safeText(value.symbol, 24)}</bdi>
      )
    case 'date':
      return <bdi>{dateText(locale, value.seconds) ?? number(value.seconds)}</bdi>
    case 'duration':
      return <bdi dir="ltr">{durationText(locale, value.seconds)}</bdi>
    case 'block':
      return <bdi>{messages.block({ number: number(value.value) })}</bdi>
    case 'bytes':
    case 'call': {
      const { hex } = value.kind === 'call' ? value.data : value
      return (
        <span dir="ltr" translate="no">
          {hex}
        </span>
      )
    }
    case 'collectible':
      return <bdi>{messages.collectible({ number: number(value.value) })}</bdi>
  }
}

/** Every digit: cut, it would be another amount than the one that is signed. It may break onto two lines. */
const amountText = (
  locale: string,
  { value, decimals }: { readonly value: bigint; readonly decimals: number },
  unit: string,
): string => [formatExactAmount(value, decimals, locale), safeText(unit, 24)].filter(Boolean).join('\u00a0')

/** Returns `undefined` when the number is too large for a date: many contracts use the largest number for "never". */
function dateText(locale: string, seconds: bigint): string | undefined {
  if (seconds > lastDate) return undefined
  // no money: seconds
  const date = new Date(Number(seconds) * 1000)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(date)
}

function durationText(locale: string, seconds: bigint): string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false })
  return [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => two.format(part)).join(':')
}
