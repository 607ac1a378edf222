/** A sentence, or a function from named parameters to a sentence. */
export type Message = string | ((parameters: never) => string)

/** The sentences of one section: the kit, a view, a plugin. */
export type MessageTable = { readonly [key: string]: Message }

/** One section of the catalogue: the English sentences and the name a host overrides them by. */
export interface MessageSection<Table extends MessageTable = MessageTable> {
  readonly id: string
  readonly messages: Table
}

/**
 * Declares one section of the catalogue. Each view or plugin declares its own, so its words are loaded
 * together with its code.
 *
 * @example
 * export const send = defineMessages('send', {
 *   title: 'Send',
 *   submit: ({ amount }: { amount: string }) => `Send ${amount}`,
 * })
 */
export function defineMessages<const Id extends string, Table extends MessageTable>(
  id: Id,
  messages: Table,
): { readonly id: Id; readonly messages: Table } {
  return { id, messages }
}
