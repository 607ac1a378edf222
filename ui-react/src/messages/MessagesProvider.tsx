import { type ReactNode, useMemo } from 'react'
import type { PartialMessages } from './en.js'
import { type MessageOverrides, MessagesContext } from './messagesContext.js'

export interface MessagesProviderProps {
  /** BCP 47 tag for numbers, dates and lists; `en_US` counts as `en-US`. Default `en`, also for what is no tag. */
  readonly locale?: string | undefined
  /** Sentences that replace the English ones, by section and key. Missing keys stay English. */
  readonly messages?: PartialMessages | MessageOverrides | undefined
  readonly children?: ReactNode | undefined
}

const none: MessageOverrides = {}

/** Gives every component below it a locale and the host's wording. Without it, all text is English. */
export function MessagesProvider({ locale = 'en', messages = none, children }: MessagesProviderProps) {
  const value = useMemo(
    () => ({ locale: languageTag(locale), overrides: messages as MessageOverrides }),
    [locale, messages],
  )
  return <MessagesContext.Provider value={value}>{children}</MessagesContext.Provider>
}

/** Where a number is drawn is no place to find out that a tag has the wrong form: it would take the page down. */
function languageTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
