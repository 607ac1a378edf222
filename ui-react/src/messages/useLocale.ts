import { useContext } from 'react'
import { MessagesContext } from './messagesContext.js'

/** The BCP 47 tag that numbers, dates and lists are written in. */
export function useLocale(): string {
  return useContext(MessagesContext).locale
}
