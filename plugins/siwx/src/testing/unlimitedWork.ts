import type { WorkBudget } from '../server/createWorkBudget.js'

/** For tests that call a verifier of one namespace directly. */
export const unlimitedWork: WorkBudget = { spend: () => {} }
