const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Reads an RFC 3339 section 5.6 `date-time` and gives milliseconds since 1970, or undefined when the text
 * is not one or names a day that does not exist. A zone is required. Digits past the millisecond are cut.
 * A leap second is taken only at 23:59:60 UTC.
 */
export function parseDateTime(text: string): number | undefined {
  if (text.length < 20 || text.length > 64) return undefined
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  if (year < 0 || month < 1 || month > 12 || day < 1 || hour < 0 || minute < 0 || second < 0) return undefined
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return undefined
  if (text[10] !== 'T' && text[10] !== 't') return undefined
  if (day > daysIn(year, month) || hour > 23 || minute > 59 || second > 60) return undefined
  const fraction = readFraction(text)
  if (!fraction) return undefined
  const offset = readOffset(text, fraction.end)
  if (offset === undefined) return undefined
  const minutes = daysBefore(year, month, day) * 1440 + hour * 60 + minute - offset
  if (second === 60 && modulo(minutes, 1440) !== 1439) return undefined
  return minutes * 60_000 + second * 1000 + fraction.milliseconds
}

function digits(text: string, start: number, count: number): number {
  let value = 0
  for (let index = start; index < start + count; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

function readFraction(text: string): { milliseconds: number; end: number } | undefined {
  if (text.charCodeAt(19) !== 46) return { milliseconds: 0, end: 19 }
  let end = 20
  let milliseconds = 0
  let weight = 100
  for (; end < text.length; end++) {
    const digit = text.charCodeAt(end) - 48
    if (!(digit >= 0 && digit <= 9)) break
    milliseconds += digit * weight
    weight = weight > 1 ? weight / 10 : 0
  }
  return end === 20 ? undefined : { milliseconds, end }
}

/** Minutes east of UTC. */
function readOffset(text: string, start: number): number | undefined {
  const sign = text[start]
  if (sign === 'Z' || sign === 'z') return text.length === start + 1 ? 0 : undefined
  if ((sign !== '+' && sign !== '-') || text.length !== start + 6 || text[start + 3] !== ':') return undefined
  const hour = digits(text, start + 1, 2)
  const minute = digits(text, start + 4, 2)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function daysIn(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar, counted in years that start in March. */
function daysBefore(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
