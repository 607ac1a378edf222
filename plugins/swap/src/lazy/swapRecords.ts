import { findExplorerUrl, toDecimal, type TransactionRecord } from '@latchkey/kernel/plugin'
import type { SwapFacts } from '../events.js'
import type { SwapTransaction } from '../Swapper.js'
import type { Current } from './createPreviewer.js'
import type { SwapperTools } from './SwapperTools.js'

/** What analytics may know. */
export function factsOf({ ground: { target }, offer: { quote } }: Current): SwapFacts {
  const text = ({ value, decimals }: { readonly value: bigint; readonly decimals: number }) =>
    toDecimal(value, decimals)
  return {
    isSmartAccount: target.isSmartAccount,
    network: target.networkId,
    swapFromToken: quote.sold.symbol,
    swapToToken: quote.bought.symbol,
    swapFromAmount: text(quote.sold),
    swapToAmount: text(quote.bought),
  }
}

/** The swap as it stands in the activity while the chain has not decided. */
export function recordOf(
  id: string,
  { ground, offer, prepared }: Current,
  operation: 'trade' | 'approve',
): TransactionRecord {
  const { target, sell, buy } = ground
  const { sold, bought } = offer.quote
  const assetOf = ({ address, name, icon, symbol }: typeof sell) => ({
    ...(address === undefined ? {} : { asset: address }),
    name: name ?? symbol,
    ...(icon === undefined ? {} : { icon }),
  })
  const own = { from: target.address, to: target.address }
  return {
    ...{ id, networkId: target.networkId, operation, status: 'pending', from: target.address },
    fee: { ...prepared.fee },
    transfers:
      operation === 'approve'
        ? []
        : [
            { direction: 'out', amount: { ...sold }, ...assetOf(sell), from: own.from },
            { direction: 'in', amount: { ...bought }, ...assetOf(buy), to: own.to },
          ],
  }
}

/** What was handed to the chain, as the view shows it. */
export function transactionOf(
  tools: SwapperTools,
  kind: SwapTransaction['kind'],
  id: string | undefined,
  { ground, offer }: Current,
): SwapTransaction {
  const explorerUrl = findExplorerUrl(tools, ground.target, id)
  const { sold, bought } = offer.quote
  return {
    ...{ kind, id, networkId: ground.target.networkId, sold: { ...sold }, bought: { ...bought } },
    ...(explorerUrl === undefined ? {} : { explorerUrl }),
  }
}
