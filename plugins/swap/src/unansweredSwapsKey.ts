import { guard, storageKey } from '@latchkey/kernel/plugin'

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/**
 * Swaps that a wallet was asked for and hasn't answered. The code that reads them checks each. Full storage
 * takes none away: other tabs warn of them.
 */
export const unansweredSwapsKey = storageKey('swap.unanswered', guard(isList), {
  unite: (stored, unsaved) => [...unsaved, ...stored],
})
