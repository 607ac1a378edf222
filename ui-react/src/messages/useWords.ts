import { errorWords, isKernelError, isWords, plainWords, type Words } from '@latchkey/kernel/plugin'
import { useCallback, useContext } from 'react'
import { attempt } from '../contain/attempt.js'
import { type MessageOverrides, MessagesContext } from './messagesContext.js'

/** The host's wording of words, or the English ones. Functions of the host's get the parameters, and the English `text`. */
function say(words: Words, overrides: MessageOverrides): string {
  if (typeof words === 'string') return words
  const { section, key, parameters, text } = words
  const table = Object.hasOwn(overrides, section) ? overrides[section] : undefined
  const message: unknown = table && Object.hasOwn(table, key) ? table[key] : undefined
  const translate = (value: unknown) => (isWords(value) ? say(value, overrides) : value)
  const translated = () =>
    Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, translate(value)]))
  const said =
    typeof message === 'function' ? attempt(() => message({ ...translated(), text }), undefined) : message
  return typeof said === 'string' ? said : plainWords(words)
}

/** Turns {@link Words} into text, in the host's wording where it gave one. What is no words is an empty text. */
export function useWords(): (words: unknown) => string {
  const { overrides } = useContext(MessagesContext)
  return useCallback((words) => (isWords(words) ? say(words, overrides) : ''), [overrides])
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
