import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Fact } from './fact.js'
import type { Outcome } from './outcome.js'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

const answer = z.object({
  /** The day of the last question. */
  asked: day,
  /** The day of the last right answer, in this run or an earlier one. */
  answered: z.nullable(day),
  /** The problem that the last run met. */
  problem: z.nullable(z.string()),
  milliseconds: z.number(),
})

export type Answer = z.infer<typeof answer>
/** By the id of the fact. */
export type Answers = Readonly<Record<string, Answer>>

/** @throws when the file holds anything else than answers. */
export function readAnswers(file: URL): Answers {
  return z.record(z.string(), answer).parse(JSON.parse(readFileSync(file, 'utf8')))
}

export function writeAnswers(file: URL, answers: Answers): void {
  const sorted = Object.fromEntries(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Adds what was learned today. Facts that the packages no longer name go; those that weren't asked today stay as they were. */
export function addOutcomes(
  known: Answers,
  facts: readonly Fact[],
  outcomes: ReadonlyMap<string, Outcome>,
  today: string,
): Answers {
  const answers: Record<string, Answer> = {}
  for (const { id } of facts) {
    const before = known[id]
    const outcome = outcomes.get(id)
    if (outcome) {
      const { problem = null, milliseconds } = outcome
      const answered = problem === null ? today : (before?.answered ?? null)
      answers[id] = { asked: today, answered, problem, milliseconds }
    } else if (before) answers[id] = before
  }
  return answers
}
