import type { Answers, Questions } from './question.js'

/** Answers the questions where nobody is asked: by the command line, else by the defaults. */
export function answerByDefault<Asked extends Questions>(
  questions: Asked,
  said: Partial<Answers<Asked>>,
): Answers<Asked> {
  const initial = Object.entries(questions).map(([name, question]) => [name, question.initial])
  return { ...Object.fromEntries(initial), ...said } as Answers<Asked>
}
