import type { SendDecision } from './capabilities/send.js'
import type { BaseError } from '../errors/base.js'
import type { Words, WordsParameters } from '../keys/words.js'

export type { Words, WordsParameters } from '../keys/words.js'

/** A sentence with a stable code, as chains and services give it. */
export interface CodedSentence {
  readonly code: string
  readonly message: string
  /** What stands in the sentence, for translations that need it. */
  readonly parameters?: WordsParameters
}

/** The text in English, for logs and where nothing translates: the key stands in where there is none. */
export function plainWords(words: Words): string {
  return typeof words === 'string' ? words : (words.text ?? words.key)
}

/** What an error says to people. Hosts translate it in the section `errors`, by the error's code. */
export function errorWords({
  code,
  shortMessage,
  parameters,
}: Pick<BaseError, 'code' | 'shortMessage' | 'parameters'>): Words {
  return { section: 'errors', key: code, text: shortMessage, ...(parameters ? { parameters } : {}) }
}

/** What a chain or a service has to say: of a send, calls, a history. Hosts translate it in the section `notices`, by its code. */
export function noticeWords({ code, message, parameters }: CodedSentence): Words {
  return { section: 'notices', key: code, text: message, ...(parameters ? { parameters } : {}) }
}

/**
 * Why a transaction ended as it did; `undefined` where the chain gave no reason. Hosts translate it in the section
 * `decisions`, by its code.
 */
export function decisionWords({
  code,
  reason,
  parameters,
}: Pick<SendDecision, 'code' | 'reason' | 'parameters'>): Words | undefined {
  if (reason === undefined || code === undefined) return reason
  return { section: 'decisions', key: code, text: reason, ...(parameters ? { parameters } : {}) }
}

export function isWords(value: unknown): value is Words {
  if (typeof value === 'string') return true
  const { section, key, text } = (value ?? {}) as Partial<Record<'section' | 'key' | 'text', unknown>>
  return (
    typeof section === 'string' && typeof key === 'string' && (text === undefined || typeof text === 'string')
  )
}
