import type { Answers } from './answers.js'
import type { Fact } from './fact.js'

const millisecondsADay = 86_400_000

/** The longest that a default may go without a right answer, in days. */
export const longestSilence = 90

/** Lists the defaults without a right answer for longer than that, counted from the day they were read until the first one came. */
export function silentFacts(
  facts: readonly Fact[],
  answers: Answers,
  now: number,
): readonly { readonly fact: Fact; readonly days: number }[] {
  return facts.flatMap((fact) => {
    const since = answers[fact.id]?.answered ?? fact.read
    const days = Math.floor((now - Date.parse(since)) / millisecondsADay)
    return fact.isDefault && days > longestSilence ? [{ fact, days }] : []
  })
}
