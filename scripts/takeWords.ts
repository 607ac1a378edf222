import { quit } from './quit.js'

/** Lists the words that a script takes on its command line. */
export interface KnownWords<Word extends string, Option extends string> {
  /** Names to choose among. Any number of them may be given. */
  readonly words?: readonly Word[]
  /** Options, `--all` and the like, none of which has a value. */
  readonly options?: readonly Option[]
}

export interface TakenWords<Word extends string, Option extends string> {
  readonly words: readonly Word[]
  readonly options: ReadonlySet<Option>
}

/** Returns a sentence about the first word of a command line that a script doesn't know. */
export function unknownWord(
  given: readonly string[],
  { words = [], options = [] }: KnownWords<string, string>,
): string | undefined {
  const known = [...words, ...options]
  const unknown = given.find((word) => !known.includes(word))
  if (unknown === undefined) return undefined
  const choice = known.length > 0 ? `Choose among: ${known.join(', ')}.` : 'It takes none.'
  return `The script doesn't know "${unknown}". ${choice}`
}

/**
 * Reads the words after a script's name. A word that is misspelt would have the script do something else, or nothing, and end well,
 * so it ends the script with one sentence and the code `SCRIPT_WORD_UNKNOWN`.
 */
export function takeWords<Word extends string = never, Option extends string = never>(
  known: KnownWords<Word, Option>,
): TakenWords<Word, Option> {
  const given = process.argv.slice(2)
  const wrong = unknownWord(given, known)
  if (wrong !== undefined) quit(wrong, 'SCRIPT_WORD_UNKNOWN')
  const isGiven = (word: string) => given.includes(word)
  return {
    words: (known.words ?? []).filter(isGiven),
    options: new Set((known.options ?? []).filter(isGiven)),
  }
}
