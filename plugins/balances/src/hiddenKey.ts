import { guard, storageKey } from '@latchkey/kernel/plugin'

/** What a person chose about amounts on the screen. */
export const hiddenKey = storageKey(
  'balances.hidden',
  guard((value: unknown): value is boolean => typeof value === 'boolean'),
)
