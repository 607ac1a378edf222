import type { Closed } from '@latchkey/kernel/contracts'
import { Button, dayText, EmptyState, safeText, useLocale, useMessages, useService } from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { createWalletSearch } from '../createWalletSearch.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { directory as section } from './messages.js'

export interface NoneFoundProps {
  /** What was searched; empty when the filters alone leave nothing. */
  readonly query: string
  readonly isFiltered: boolean
  onShowAll(): void
}

/** Why the list is empty, and the way back to all of it. */
export function NoneFound({ query, isFiltered, onShowAll }: NoneFoundProps) {
  const messages = useMessages(section)
  const locale = useLocale()
  const closed = useClosedWallet(query)
  const searched = isFiltered ? messages.noneFitsQuery({ query }) : messages.noneText({ query })
  const told = query === '' ? messages.noneFits : searched
  return (
    <EmptyState
      title={
        closed
          ? messages.closed({ wallet: safeText(closed.name, 40), date: dayText(closed.on, locale) })
          : told
      }
      text={closed ? safeText(closed.say, 300) : undefined}
      action={
        <Button variant="secondary" data-testid="lk-directory-show-all" onClick={onShowAll}>
          {messages.showAll}
        </Button>
      }
    />
  )
}

/** The wallet that somebody looks for by its name and that has closed. */
function useClosedWallet(query: string): (Closed & { readonly name: string }) | undefined {
  const directory = useService(WalletDirectory)
  const [wallets, setWallets] = useState<readonly WalletRecord[]>([])
  useEffect(() => {
    let isWanted = true
    // The list is there: it was read before nothing was found in it.
    void directory.closed().then((closed) => {
      if (isWanted) setWallets(closed)
    })
    return () => {
      isWanted = false
    }
  }, [directory])
  const [first] = query === '' ? [] : createWalletSearch(wallets)(query, 1)
  return first?.closed && { name: first.name, ...first.closed }
}
