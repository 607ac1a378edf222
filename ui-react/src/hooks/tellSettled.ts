import {
  type ActiveWallet,
  type BalanceChange,
  type PreparedCalls,
  type SubmittedCalls,
  TransactionSettled,
  type TransactionTransfer,
} from '@latchkey/kernel/plugin'
import type { Kernel } from '@latchkey/kernel'

/** Tells plugins of each transaction that the chain took, so that whoever shows balances or activity reads again. */
export async function tellSettled(
  { events }: Pick<Kernel, 'events'>,
  { account, networkId }: Pick<ActiveWallet, 'account' | 'networkId'>,
  { changes = [] }: Pick<PreparedCalls, 'changes'>,
  submitted: SubmittedCalls,
): Promise<void> {
  const decision = await submitted.wait().catch(() => undefined)
  // `useWaitForTransaction` shows why it can't be told; there is nothing to read again then.
  if (!decision) return
  const transfers = decision.status === 'confirmed' ? changes.map(transferOf) : []
  for (const id of decision.transactions) {
    const isLast = id === decision.transactions.at(-1)
    const record = {
      id,
      networkId,
      operation: 'execute',
      status: decision.status,
      transfers: isLast ? transfers : [],
    }
    events.emit(TransactionSettled, { address: account.address, record })
  }
}

function transferOf({ amount, asset, collectible }: BalanceChange): TransactionTransfer {
  const isOut = amount.value < 0n
  return {
    direction: isOut ? 'out' : 'in',
    amount: { ...amount, value: isOut ? -amount.value : amount.value },
    ...(asset === undefined ? {} : { asset }),
    ...(collectible ? { collectible } : {}),
  }
}
