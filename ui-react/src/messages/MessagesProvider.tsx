import { type ReactNode, useMemo } from 'react'
import type { PartialMessages } from './en.js'
import { type MessageOverrides, MessagesContext } from './messagesContext.js'

export interface MessagesProviderProps {
  /** BCP 47 tag for numbers, dates and lists. Default `en`. */
  readonly locale?: string | undefined
  /** Sentences that replace the English ones, by section and key. Missing keys stay English. */
  readonly messages?: PartialMessages | MessageOverrides | undefined
  readonly children?: ReactNode
}

const none: MessageOverrides = {}

/** Gives every component below it a locale and the host's wording. Without it, all text is English. */
export function MessagesProvider({ locale = 'en', messages = none, children }: MessagesProviderProps) {
  const value = useMemo(() => ({ locale, overrides: messages as MessageOverrides }), [locale, messages])
  return <MessagesContext.Provider value={value}>{children}</MessagesContext.Provider>
}
