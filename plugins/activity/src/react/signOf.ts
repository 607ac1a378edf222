import type { TransactionOperation, TransactionTransfer } from '@latchkey/kernel/contracts'

const incoming: ReadonlySet<string> = new Set(['receive', 'deposit', 'borrow', 'claim'])
const outgoing: ReadonlySet<string> = new Set(['withdraw', 'repay', 'burn'])

/**
 * The sign of an amount: + for receive, deposit, borrow and claim, − for withdraw, repay and burn. Where several things
 * moved in a swap, the direction of each tells. Everything else is said by its verb.
 */
export function signOf(operation: TransactionOperation, { direction }: TransactionTransfer): '+' | '−' | '' {
  if (incoming.has(operation)) return '+'
  if (outgoing.has(operation)) return '−'
  if (operation !== 'trade' && operation !== 'swap') return ''
  if (direction === 'self') return ''
  return direction === 'in' ? '+' : '−'
}
