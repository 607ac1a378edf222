import type { TransactionRecord } from '@latchkey/kernel/contracts'

/** Whether a transaction only brought spam: every one of its transfers is a collectible that is marked as such. */
export function isSpam({ transfers }: TransactionRecord): boolean {
  return transfers.length > 0 && transfers.every(({ collectible }) => collectible?.isSpam === true)
}
