/** An exact amount. Only its decimal separator follows the language, so that the digits are those of other wallets. */
export interface Amount {
  /** As `formatUnits` writes it: `1234.5`. */
  readonly decimal: string
  readonly symbol?: Text
}

/** Seconds since 1970, shown as a date and a time in UTC. */
export interface Moment {
  readonly seconds: number
}

/** A sentence of ours, which can be translated: `At most {0} altogether`, and what stands at its places. */
export interface Sentence {
  readonly template: string
  readonly values: readonly Value[]
}

/** What a person reads. A plain string is data, such as an address or a name, and is shown as it is in every language. */
export type Text = string | Amount | Moment | Sentence

/** The first number of a sentence chooses between the plural forms of its translation. */
export type Value = Text | number | bigint

/** Writes a sentence that can be translated: say`At most ${amount} altogether`. scripts/extractSentences.mjs finds it by this name. */
export function say(parts: TemplateStringsArray, ...values: readonly Value[]): Sentence {
  const template = parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`)
  return { template, values }
}

/** Data where a sentence is expected. */
export const verbatim = (text: string): Sentence => ({ template: '{0}', values: [text] })
