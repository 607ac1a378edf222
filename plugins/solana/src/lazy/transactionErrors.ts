/** Sentences for what the runtime says of a transaction (`TransactionError`), by its variant. */
const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account has no SOL to pay the network fee.',
  InsufficientFundsForFee: 'There is not enough SOL to pay the network fee.',
  InsufficientFundsForRent: 'An account would be left with less SOL than the network requires.',
  BlockhashNotFound: 'The transaction was prepared too long ago. Try again.',
  AlreadyProcessed: 'This transaction was sent already.',
  InvalidProgramForExecution: 'A program this transaction needs can’t run.',
  ProgramAccountNotFound: 'A program this transaction needs is not on this network.',
  SignatureFailure: 'The network refused the signature of this transaction.',
  AccountInUse: 'An account of this transaction is busy. Try again.',
}

/** Errors of the token programs, by number (`TokenError`). */
const tokenSentences: Readonly<Record<number, string>> = {
  0: 'An account would be left with less SOL than the network requires.',
  1: 'There are not enough tokens for this amount.',
  2: 'The token account is of another token.',
  4: 'The account does not own these tokens.',
  17: 'This token account is frozen by who issued the token.',
  18: 'The decimals of the token are others than the app says.',
  37: 'This token can’t be transferred.',
}

/**
 * One sentence for a `TransactionError`, whatever its form. Numbers of programs mean nothing without the program:
 * `isToken` says of which instructions it is a token program.
 */
export function describeTransactionError(error: unknown, isToken?: (instruction: number) => boolean): string {
  const [variant, detail] = variantOf(error)
  if (variant !== 'InstructionError' || !Array.isArray(detail)) {
    return Object.hasOwn(sentences, variant)
      ? (sentences[variant] as string)
      : `The network refused the transaction: ${variant.slice(0, 80)}.`
  }
  const [inner, number] = variantOf(detail[1])
  if (inner === 'Custom' && typeof number === 'number') {
    const known = isToken?.(Number(detail[0])) ? tokenSentences[number] : undefined
    // The system program has a number of its own for an account that holds too little.
    const system = isToken && number === 1 ? 'There is not enough SOL for this.' : undefined
    return known ?? system ?? `A program refused the transaction with its error ${number}.`
  }
  if (inner === 'InsufficientFunds') return 'There is not enough to send this amount.'
  return `A program refused the transaction: ${inner.slice(0, 80)}.`
}

/** The runtime's own name for the error, `InstructionError.Custom.1` for example: stable, as the code of its sentence. */
export function nameTransactionError(error: unknown): string {
  const [variant, detail] = variantOf(error)
  if (variant !== 'InstructionError' || !Array.isArray(detail)) return variant.slice(0, 80)
  const [inner, number] = variantOf(detail[1])
  const parts = [variant, inner, ...(typeof number === 'number' ? [number] : [])]
  return parts.join('.').slice(0, 80)
}

/** Rust enums in JSON: a text, or an object with one key. */
function variantOf(error: unknown): readonly [variant: string, detail: unknown] {
  if (typeof error === 'string') return [error, undefined]
  const entry = typeof error === 'object' && error !== null ? Object.entries(error)[0] : undefined
  return entry ?? ['unknown', undefined]
}
