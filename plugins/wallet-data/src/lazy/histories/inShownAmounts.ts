import { shownAmount } from '@latchkey/kernel/chain'
import { Balance, type HistoryGap } from '@latchkey/kernel/contracts'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { HistoryListPage } from '../../histories/HistorySource.js'
import type { Chains } from '../chains.js'
import { readMultipliers } from '../readMultipliers.js'

const unchecked: HistoryGap = {
  code: 'HISTORY_AMOUNTS_UNCHECKED',
  message:
    'Couldn’t check how some tokens count their amounts. A few amounts in this list may be too high or too low.',
}

/**
 * A page of an explorer, which tells what the chain moves, with amounts as people read them. While the chain can't say how they read a
 * token, they stay as they are, and the page says so: an explorer is there for when nodes are away.
 */
export async function inShownAmounts(
  { chains, log }: { readonly chains: Chains; readonly log: LogService },
  networkId: NetworkId,
  page: HistoryListPage,
): Promise<HistoryListPage> {
  const moved = page.entries.flatMap(({ transfers }) => transfers)
  const tokens = moved.filter(({ collectible }) => !collectible).map(({ asset }) => asset)
  const balance = chains.capability(networkId, Balance)
  const multiplierOf = await readMultipliers(balance, networkId, tokens).catch((cause: unknown) => {
    log.warn('How amounts of tokens are shown could not be read.', cause)
    return undefined
  })
  if (!multiplierOf) return { ...page, gaps: [...(page.gaps ?? []), unchecked] }
  const entries = page.entries.map((entry) => ({
    ...entry,
    transfers: entry.transfers.map((transfer) =>
      transfer.collectible
        ? transfer
        : { ...transfer, amount: shownAmount(transfer.amount, multiplierOf(transfer.asset)) },
    ),
  }))
  return { ...page, entries }
}
