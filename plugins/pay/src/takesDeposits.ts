import type { Account } from '@latchkey/kernel/plugin'

/** Inscriptions are kept apart from coins, and what reaches a watched address belongs to whoever holds its keys. */
export const takesDeposits = ({ kind }: Pick<Account, 'kind'>): boolean =>
  kind !== 'ordinals' && kind !== 'watching'
