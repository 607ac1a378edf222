/** Writes a point in time in English. @param time Milliseconds since the epoch. */
export const untilText = (time: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(time)
