/** Moments in milliseconds since the epoch as texts, in the page's time zone. */
export interface DateTexts {
  /** Day and short month: 08 Nov. */
  day(time: number): string
  /** Day, month and year. */
  date(time: number): string
  /** To the second, for a tooltip. */
  full(time: number): string
  /** For machines (RFC 3339). */
  machine(time: number): string
}

/** Milliseconds that a `Date` can hold (ECMA-262 section 21.4.1.1). */
const latest = 8.64e15

/** Whether a source's number is a moment at all: formatting throws for what is none. */
export const isTime = (time: number): boolean => Math.abs(time) <= latest

/** @param locale BCP 47. */
export function createDateTexts(locale: string): DateTexts {
  const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' })
  return {
    day: (time) => (isTime(time) ? day.format(time) : ''),
    date: (time) => (isTime(time) ? date.format(time) : ''),
    full: (time) => (isTime(time) ? full.format(time) : ''),
    machine: (time) => (isTime(time) ? new Date(time).toISOString() : ''),
  }
}
