import type { HistoryPage } from '@latchkey/kernel/contracts'
import type { Network } from '@latchkey/kernel/plugin'
import { safeText, useLocale, useMessages } from '@latchkey/ui-react'
import type { DateTexts } from './createDateTexts.js'
import { activityMessages } from './messages.js'

export interface SearchedNoteProps {
  readonly searched: HistoryPage['searched']
  readonly network: Network | undefined
  readonly dates: DateTexts
}

/** How far back the source looked, so that nobody takes the end of the list for the beginning of the account. */
export function SearchedNote({ searched, network, dates }: SearchedNoteProps) {
  const messages = useMessages(activityMessages)
  const locale = useLocale()
  if (searched?.fromBlock === undefined && !searched?.coin) return null
  const number = new Intl.NumberFormat(locale)
  const say = ({ fromBlock, since }: { readonly fromBlock: bigint; readonly since?: number }) => ({
    block: number.format(fromBlock),
    date: since === undefined ? '' : dates.date(since),
  })
  const { fromBlock, since, coin } = searched
  const symbol = safeText(network?.nativeCurrency.symbol ?? '', 12)
  return (
    <p className="lk-list-note" data-testid="activity-searched">
      {fromBlock === undefined
        ? null
        : messages.since(say({ fromBlock, ...(since === undefined ? {} : { since }) }))}
      {coin ? ` ${messages.coinSince({ coin: symbol, ...say(coin) })}` : null}
    </p>
  )
}
