/** One of the things to choose from. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** Something a generator wants to know: an option of the command line, and a prompt where there is a terminal. */
export type Question =
  | {
      readonly kind: 'choice'
      readonly message: string
      readonly choices: readonly Choice[]
      /** Holds where nobody says anything. */
      readonly initial: string
    }
  | {
      readonly kind: 'choices'
      readonly message: string
      readonly choices: readonly Choice[]
      readonly initial: readonly string[]
      /** Whether one at least must be chosen. */
      readonly required?: boolean
    }
  | { readonly kind: 'yesOrNo'; readonly message: string; readonly initial: boolean }

/** Questions by the name of their option, such as `package-manager`. */
export type Questions = Readonly<Record<string, Question>>

type AnswerTo<One extends Question> = One extends { readonly kind: 'choices' }
  ? readonly string[]
  : One extends { readonly kind: 'yesOrNo' }
    ? boolean
    : string

/** An answer to each question. */
export type Answers<Asked extends Questions> = { readonly [Name in keyof Asked]: AnswerTo<Asked[Name]> }

/** The choices, in the order in which they were offered. */
export function inOrder(question: Question, chosen: readonly string[]): readonly string[] {
  const offered = question.kind === 'yesOrNo' ? [] : question.choices.map(({ value }) => value)
  return offered.filter((value) => chosen.includes(value))
}
