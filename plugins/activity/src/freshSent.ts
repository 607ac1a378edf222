import { guard, storageKey, type StorageService, type TransactionSent } from '@latchkey/kernel/plugin'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Transactions as JSON, the oldest first, until the code of the activity takes them over and checks each. */
export const freshSentKey = storageKey('activity.sent', guard(isTexts))

const mostKept = 50

/** Writes down what was sent while the code of the activity isn't there yet: the page may be left before it is. */
export function keepFresh(storage: StorageService, sent: TransactionSent, sentAt: number): void {
  // What takes the place of another is only ever sent by that code.
  const { address, record, askedAt = sentAt } = sent
  const text = JSON.stringify({ address, record, sentAt: askedAt }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  storage.write(freshSentKey, [...(storage.read(freshSentKey) ?? []), text].slice(-mostKept))
}
