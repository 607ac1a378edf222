/** The result of one question. */
export interface Outcome {
  readonly milliseconds: number
  /** In plain words; none for the right answer. */
  readonly problem?: string
}

/** The answer is not the one that was wanted, for a reason that a person can read. */
export class WrongAnswer extends Error {}
