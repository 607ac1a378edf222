import { guard, storageKey } from '@latchkey/kernel/plugin'

/** Accounts that were connected, to be taken up after a reload. What each one is, is read by what is loaded then. */
export const storedList = storageKey(
  'ledger.accounts',
  guard((value): value is readonly unknown[] => Array.isArray(value)),
)
