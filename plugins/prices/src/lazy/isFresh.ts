/** Seconds after which what a service says is old. */
const mostAge = 3_600
/** Seconds that clocks may differ. */
const slack = 600

/** Whether a price was made lately. One that does not say when was not. */
export function isFresh(madeAt: number | null | undefined, now: number): boolean {
  if (typeof madeAt !== 'number' || !Number.isFinite(madeAt)) return false
  const age = now / 1_000 - madeAt
  return age <= mostAge && age >= -slack
}
