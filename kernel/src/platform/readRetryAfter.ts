const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const time = '\\d{2}:\\d{2}:\\d{2}'
/** The three forms of an HTTP-date (RFC 9110, section 5.6.7). */
const dates = [
  new RegExp(`^${day}, \\d{2} ${month} \\d{4} ${time} GMT$`),
  new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d{2}-${month}-\\d{2} ${time} GMT$`),
]
const withoutZone = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`)

/**
 * How long a `Retry-After` says to wait (RFC 9110, section 10.2.3), in milliseconds, or `undefined` when it is none: a
 * caller then waits as long as without it. Language runtimes read `1.5`, `-1` and `+3` as dates of long ago, which
 * would be no pause at all.
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? ''
  // no money: milliseconds
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const date = dates.some((form) => form.test(text))
    ? Date.parse(text)
    : withoutZone.test(text)
      ? Date.parse(`${text} GMT`)
      : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
