import { type CheckedFunctions, type Token, token } from '../../keys/token.js'

const load = () => import('../checkAnswer.js')

/**
 * Makes the token of a capability whose answers are checked: `contracts/checkAnswer.ts` says what each may be. It has no code of its own,
 * as features that only ask have it in their first load.
 *
 * @param asks Names of the functions that return a promise; `name?` where a chain may lack it.
 * @param tells Functions that return at once, because code that draws can't wait, and what each returns where it can't.
 */
export const capabilityToken = <T>(id: string, asks: string, tells?: CheckedFunctions['tells']): Token<T> =>
  token(id, { checked: { asks, load, tells } })
