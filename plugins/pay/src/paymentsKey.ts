import { guard, storageKey } from '@latchkey/kernel/plugin'

/** What this site has asked wallets and exchanges for. Each entry is checked when it is read. */
export const paymentsKey = storageKey(
  'pay.payments',
  guard((value): value is unknown[] => Array.isArray(value)),
)
