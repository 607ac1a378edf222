const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Seconds in the largest unit that counts them exactly. */
export function formatDuration(seconds: number, locale: string): string {
  const [unit, length] = units.find(([, size]) => seconds % size === 0) ?? (['second', 1] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
