/**
 * What verifying may cost: hostile input can make a correct verifier compute for minutes, and code that computes cannot
 * be interrupted by a timeout. One unit is about the time of hashing one byte.
 */
export interface WorkBudget {
  /**
   * Pays for work, before it is done.
   * @throws WorkBudgetSpent when the budget does not cover it. `createVerifier` turns it into `SIGNATURE_TOO_COSTLY`.
   */
  spend(units: number): void
}

/** What kinds of work cost, in units of {@link WorkBudget}. */
export const WorkCost = {
  /** One signature checked, or one point multiplied. */
  signature: 100_000,
  /** One hash of a short text; each byte costs a unit more. */
  hash: 1000,
  /** One operation of a script. */
  operation: 20,
} as const

/** A {@link WorkBudget} does not cover what was to be done. */
export class WorkBudgetSpent extends Error {
  override readonly name = 'WorkBudgetSpent'
}

/** A budget of `limit` units. What a part spends its `whole` spends too. */
export function createWorkBudget(limit: number, whole?: WorkBudget): WorkBudget {
  let left = limit
  return {
    spend(units) {
      whole?.spend(units)
      left -= units
      if (left < 0) throw new WorkBudgetSpent(`The budget of ${limit} units of work is spent.`)
    },
  }
}
