import { say, type Sentence, verbatim } from '../words/say.js'

/** What the service and the keys answer when a passkey, a recovery code or a link is refused: the frame and the pages repeat it. */
export const problems: readonly Sentence[] = [
  say`This doesn't open the wallet's backup. Check the code, or use another way back.`,
  say`This recovery code has a typing error. Compare it with what you wrote down.`,
  say`This passkey belongs to no wallet here. Make a new one, or sign in another way.`,
  say`The passkey couldn't be checked. Try again.`,
  say`This took too long, or was used already. Start again.`,
  say`This link was used already, or is no longer valid. Sign in again for a new one.`,
  say`The mail couldn't be sent. Try again in a minute.`,
]

/** The problem as a sentence that can be translated. What isn't known here stays as it was told. */
export const sayProblem = (message: string): Sentence =>
  problems.find(({ template }) => template === message) ?? verbatim(message)
