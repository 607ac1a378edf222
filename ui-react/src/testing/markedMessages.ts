import type { MessageSection } from '../messages/defineMessages.js'
import type { MessageOverrides } from '../messages/messagesContext.js'
import { en } from '../messages/en.js'
import { pseudoMessages, pseudoText } from '../messages/pseudoLocale.js'

/** A section in which every key is translated by marking the English sentence. */
const markedBy = (growth?: number) =>
  new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: undefined }),
      get:
        () =>
        ({ text = '' }: { readonly text?: string }) =>
          pseudoText(text, growth),
    },
  )
const marked = markedBy()

/**
 * A translation for tests, in which every sentence is marked: `[Çóþý··]`. It has the shell's sections, those that are
 * given, and what errors and chains say by their code. `unmarkedWords` then finds what was not translated.
 *
 * @example
 * const messages = markedMessages(swapMessages)
 * root.render(<KernelProvider kernel={kernel} messages={messages} />)
 */
export function markedMessages(...sections: readonly MessageSection[]): MessageOverrides {
  return longMessages(undefined, ...sections)
}

/**
 * The same in the length of another language, to see where words are cut or push something out of the window. The name that a person
 * sees of "Copy" is then `pseudoText('Copy', growth)`.
 *
 * @param growth How much longer than English each sentence is: 0 as long, 0.35 as German, 0.7 longer than any. Default a third.
 */
export function longMessages(
  growth: number | undefined,
  ...sections: readonly MessageSection[]
): MessageOverrides {
  const own = Object.fromEntries(sections.map(({ id, messages }) => [id, messages]))
  const byCode = markedBy(growth)
  // Keys of these are codes of errors and notices, which no table lists.
  const coded = { errors: byCode, notices: byCode, decisions: byCode }
  return { ...pseudoMessages({ ...en, ...own }, growth), ...coded } as MessageOverrides
}

/** Has any key of the sections marked, of which the English text is all there is. */
export function withAnyKey(messages: MessageOverrides, ...sections: readonly string[]): MessageOverrides {
  return { ...messages, ...Object.fromEntries(sections.map((id) => [id, marked])) }
}
