/** A day in words, the same in every time zone. @param day By ISO 8601: `2026-07-31` */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
