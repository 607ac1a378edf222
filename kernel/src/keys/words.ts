import type { Amount } from './amount.js'

/**
 * Words for people: a text as it is, or the key of one that can be translated, with what goes into it. The section is a
 * message section of the shell or of the plugin that speaks; `text` is the English sentence, shown where the host has no
 * other.
 */
export type Words =
  | string
  | {
      readonly section: string
      readonly key: string
      /**
       * Before the host's sentence gets them, words among them are translated, and amounts are written out in the host's
       * locale. Numbers stay numbers, for plurals.
       */
      readonly parameters?: WordsParameters
      readonly text?: string
    }

export type WordsParameters = { readonly [name: string]: Words | number | Amount }
