import { type Amount, isWords, plainWords } from '@latchkey/kernel/contracts'
import { errorWords, isKernelError, type Words } from '@latchkey/kernel/plugin'
import { useCallback, useContext } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { formatExactAmount } from '../utils/formatAmount.js'
import { isolateText } from '../utils/isolateText.js'
import { safeText } from '../utils/safeText.js'
import { MessagesContext, type MessagesContextValue } from './messagesContext.js'

/** Every digit, and a symbol that cannot pass for more of the sentence. */
const amountText = ({ value, decimals, symbol }: Amount, locale: string): string =>
  isolateText(`${formatExactAmount(value, decimals, locale)} ${safeText(symbol, 16)}`)

/** The host's wording of words, or the English ones. Functions of the host's get the parameters, and the English `text`. */
function say(words: Words, context: MessagesContextValue): string {
  if (typeof words === 'string') return words
  const { section, key, parameters, text } = words
  const { overrides, locale } = context
  const table = Object.hasOwn(overrides, section) ? overrides[section] : undefined
  const message: unknown = table && Object.hasOwn(table, key) ? table[key] : undefined
  // Names, symbols and reasons come from strangers, and would be drawn within a sentence of the app.
  const translate = (value: Words | number | Amount) => {
    if (isWords(value)) return safeText(say(value, context), 300)
    return typeof value === 'number' ? value : amountText(value, locale)
  }
  const translated = () =>
    Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, translate(value)]))
  const said =
    typeof message === 'function' ? attemptCall(() => message({ ...translated(), text }), undefined) : message
  return typeof said === 'string' ? said : plainWords(words)
}

/** Turns {@link Words} into text, in the host's wording where it gave one. What is no words is an empty text. */
export function useWords(): (words: unknown) => string {
  const context = useContext(MessagesContext)
  return useCallback((words) => (isWords(words) ? say(words, context) : ''), [context])
}

/**
 * What an error says to people, in the host's wording: section `errors`, by code. `undefined` for an error that is not one
 * of ours, whose words a stranger wrote.
 *
 * @example
 * const errorText = useErrorText()
 * return <Banner tone="danger">{errorText(error)}</Banner>
 */
export function useErrorText(): (error: unknown) => string | undefined {
  const say = useWords()
  return useCallback((error) => (isKernelError(error) ? say(errorWords(error)) : undefined), [say])
}
