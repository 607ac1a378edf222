import type { TransactionOperation, TransactionTransfer } from '@latchkey/kernel/contracts'

const incoming: ReadonlySet<string> = new Set(['receive', 'deposit', 'borrow', 'claim'])
const outgoing: ReadonlySet<string> = new Set(['withdraw', 'repay', 'burn'])

/** Nothing moved yet, however much may: an amount with a sign would say that it did. */
const still: ReadonlySet<string> = new Set(['approve', 'revoke'])

/**
 * Returns the sign of an amount: + for receive, deposit, borrow and claim, − for withdraw, repay and burn, and by its
 * direction for everything else. What an account sends itself, and what is only allowed, has none.
 */
export function signOf(operation: TransactionOperation, { direction }: TransactionTransfer): '+' | '−' | '' {
  if (incoming.has(operation)) return '+'
  if (outgoing.has(operation)) return '−'
  if (direction === 'self' || still.has(operation)) return ''
  return direction === 'in' ? '+' : '−'
}
