/**
 * A script that does not let its input pass. `inconclusive`: it uses a rule this verifier does not know, so
 * nothing can be said (BIP-322 has this as a result of its own).
 */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'

  constructor(
    message: string,
    readonly outcome: 'invalid' | 'inconclusive' = 'invalid',
  ) {
    super(message)
  }
}
