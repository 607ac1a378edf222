import { type Token, token } from '../../keys/token.js'

/** The members of a capability by name, with a question mark where a chain may lack one. */
type Members<T> = {
  [K in keyof T & string]-?: Record<never, never> extends Pick<T, K> ? `${K}?` : K
}[keyof T & string]

const load = () => import('../checkAnswer.js')

/**
 * Makes the token of a capability whose answers are checked, by the forms of `contracts/checkAnswer.ts`. The token only names them:
 * features that ask have it in their first load.
 *
 * @param asks Names of the functions that return a promise; `name?` where a chain may lack it.
 * @param tells Functions that return at once, because code that draws can't wait, and what each returns where it can't.
 */
export const capabilityToken = <T>(
  id: string,
  asks: readonly Members<T>[],
  tells?: Readonly<Partial<Record<Members<T>, unknown>>>,
): Token<T> => token(id, { checked: { asks, load, tells } })
