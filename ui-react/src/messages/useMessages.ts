import { useContext, useMemo } from 'react'
import type { MessageSection, MessageTable } from './defineMessages.js'
import { MessagesContext } from './messagesContext.js'

/** The sentences of one section in the host's wording, English where the host gave none. */
export function useMessages<Table extends MessageTable>(section: MessageSection<Table>): Table {
  const override = useContext(MessagesContext).overrides[section.id]
  return useMemo(
    () => (override ? { ...section.messages, ...override } : section.messages),
    [section, override],
  )
}
