import { guard, storageKey } from '@latchkey/kernel/plugin'

/**
 * The payments that this site has asked wallets and exchanges for. Each entry is checked when it is read. Full storage takes none away: what
 * another tab has asked for would be asked for again.
 */
export const paymentsKey = storageKey(
  'pay.payments',
  guard((value): value is unknown[] => Array.isArray(value)),
  { unite: (stored, unsaved) => [...unsaved, ...stored] },
)
