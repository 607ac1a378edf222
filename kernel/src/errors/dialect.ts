/** What a wallet means for the request that it was asked. */
export type WalletMeaning =
  /** The person said no, in so many words: nothing was done. */
  | 'refused'
  /** A window was closed. What it was asked may have been done before. */
  | 'closed'
  /** The request is over, and nobody is named who ended it. It may have been done before. */
  | 'left'
  /** Another request waits for the person. */
  | 'busy'
  | 'unknownNetwork'
  | 'unsupported'
  /** The person has not allowed the app to ask for this, or not any more. */
  | 'unauthorized'
  /** No wallet was there to be asked. */
  | 'unreachable'
  /** Anything may have been done. */
  | 'undecided'

/**
 * How much a number counts beside words. `firm`: no words change it. `loose`: words of another meaning do, because wallets
 * use the number for everything.
 */
export type RowWeight = 'firm' | 'loose'

/**
 * One number of a dialect. `code` and `sentence` are those of the error that is made of it; a sentence may name the
 * wallet. Without them, each meaning has its own.
 */
export type DialectRow = readonly [
  meaning: WalletMeaning,
  code?: string | undefined,
  sentence?: string | ((wallet: string) => string) | undefined,
  weight?: RowWeight | undefined,
]

/** What matches, and what it means. A pattern meets each text by itself, at most 500 characters of it, without spaces around it. */
export type WordsRow = readonly [pattern: RegExp, meaning: WalletMeaning]

/** The error that is made of a meaning, for numbers and words that have none of their own. */
export type MeaningErrors = Readonly<
  Partial<Record<WalletMeaning, readonly [code: string, sentence: (wallet: string) => string]>>
>

/** The numbers and words by which wallets of one kind say why they did not do what they were asked. */
export interface WalletDialect {
  readonly name: string
  /** Where the table is from, with versions. */
  readonly source: string
  /** By number, or by name where the dialect has names. */
  readonly codes: Readonly<Record<string, DialectRow>>
  /** Words that say more than any number. */
  readonly louder?: readonly WordsRow[]
  readonly words: readonly WordsRow[]
  /** Errors of a meaning, where this dialect's wallets call for other ones. */
  readonly errors?: MeaningErrors
  /** What a node behind the wallet says in words, with code and sentence. Counts where the number says little. */
  readonly nodeWords?: readonly (readonly [pattern: RegExp, code: string, sentence: string])[]
}

/** What was asked of a wallet. */
export interface AskedOfWallet {
  /** As the dialect calls it. Without it, the request is taken for one that moves money. */
  readonly method?: string
  /** Name of the wallet, for sentences. */
  readonly wallet?: string
}
