/** Ends a script with what is wrong as one sentence and its code, in the place of a stack: the caller's mistake, not the script's. */
export function quit(sentence: string, code: string): never {
  console.error(`${sentence} (${code})`)
  process.exit(2)
}
