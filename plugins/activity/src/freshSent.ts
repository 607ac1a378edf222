import { guard, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import type { TransactionSent } from '@latchkey/kernel/transaction'

/** What was sent, the newest first, until the code of the activity takes it over and checks each. */
export const freshSentKey = storageKey('activity.sent', guard<readonly unknown[]>(Array.isArray))

/** Writes down what was sent, because the page may be left before the code of the activity is there. */
export function keepFresh(storage: StorageService, sent: TransactionSent): void {
  // Icons may be as large as all else together.
  const plain = (key: string, value: unknown) =>
    key === 'icon' ? undefined : typeof value === 'bigint' ? `${value}` : value
  const others = storage.read(freshSentKey) ?? []
  storage.write(freshSentKey, [JSON.stringify(sent, plain), ...others].slice(0, 50))
}
