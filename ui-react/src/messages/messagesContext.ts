import { createContext } from 'react'
import type { MessageTable } from './defineMessages.js'

/** Replacement sentences by section and key. */
export type MessageOverrides = { readonly [section: string]: Partial<MessageTable> | undefined }

export interface MessagesContextValue {
  /** BCP 47 tag for numbers, dates and lists. */
  readonly locale: string
  readonly overrides: MessageOverrides
}

export const MessagesContext = createContext<MessagesContextValue>({ locale: 'en', overrides: {} })
