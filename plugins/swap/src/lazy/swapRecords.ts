import { type Amount, toDecimal, type TransactionRecord } from '@latchkey/kernel/contracts'
import { findExplorerUrl } from '@latchkey/kernel/transaction'
import type { SwapFacts } from '../events.js'
import type { SwapTransaction } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import type { Current } from './createPreviewer.js'
import type { PendingSide, PendingSwap } from './pendingSwaps.js'
import type { SwapperTools } from './SwapperTools.js'

/** What is remembered of a swap while the chain has not decided. */
export function pendingOf(
  id: string,
  { ground: { target, sell, buy }, preview, prepared }: Current,
  sentAt: number,
): PendingSwap {
  const sideOf = ({ address, name, symbol, icon }: SwapToken, { value, decimals }: Amount): PendingSide => ({
    amount: { value, decimals, symbol },
    ...(address === undefined ? {} : { asset: address }),
    name: name ?? symbol,
    ...(icon === undefined ? {} : { icon }),
  })
  const { networkId, address, isSmartAccount } = target
  return {
    ...{ id, networkId, address, isSmartAccount, sentAt },
    sold: sideOf(sell, preview.sold),
    bought: sideOf(buy, preview.bought),
    fee: { ...prepared.fee },
  }
}

/** What analytics may know. */
export function factsOf({ networkId, isSmartAccount, sold, bought }: Omit<PendingSwap, 'id'>): SwapFacts {
  const text = ({ amount: { value, decimals } }: PendingSide) => toDecimal(value, decimals)
  return {
    isSmartAccount,
    network: networkId,
    swapFromToken: sold.amount.symbol,
    swapToToken: bought.amount.symbol,
    swapFromAmount: text(sold),
    swapToAmount: text(bought),
  }
}

/** The swap as it stands in the activity while the chain has not decided. */
export function recordOf(
  { id, networkId, address, sold, bought, fee }: PendingSwap,
  operation: 'trade' | 'approve' = 'trade',
): TransactionRecord {
  const shared = { id, networkId, operation, status: 'pending', from: address, fee: { ...fee } } as const
  if (operation === 'approve') return { ...shared, transfers: [] }
  return {
    ...shared,
    transfers: [
      { direction: 'out', ...sold, from: address },
      { direction: 'in', ...bought, to: address },
    ],
  }
}

/** What was handed to the chain, as the view shows it. */
export function transactionOf(
  tools: SwapperTools,
  kind: SwapTransaction['kind'],
  id: string | undefined,
  { ground, preview, prepared }: Current,
): SwapTransaction {
  const explorerUrl = findExplorerUrl(tools, ground.target, id)
  const { sold, bought } = preview
  return {
    ...{ kind, id, networkId: ground.target.networkId, sold: { ...sold }, bought: { ...bought } },
    ...(prepared.steps === 1 ? { fee: { ...prepared.fee } } : {}),
    sentAt: tools.clock.now(),
    ...(explorerUrl === undefined ? {} : { explorerUrl }),
  }
}
