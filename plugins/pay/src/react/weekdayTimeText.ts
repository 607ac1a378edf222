/** Writes a moment of the last days, in milliseconds since the epoch: "Monday 10:32 AM". */
export const weekdayTimeText = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(
    new Date(at),
  )
