import { Connector } from '@latchkey/kernel/plugin'
import { useContributions, useIsExcluded, useMessages, useService } from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { isSame } from '../listEntries.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { isHidden } from './isHidden.js'
import { directory as section } from './messages.js'
import { usePairing } from './usePairing.js'
import { WalletEntryRow } from './WalletEntryRow.js'

const none: readonly WalletRecord[] = []

/** Wallets the hosted list recommends, as far as there is room. Nothing while they load, and when there are none. */
export default function RecommendedWallets({ places }: { readonly places: number }) {
  const messages = useMessages(section)
  const directory = useService(WalletDirectory)
  const connectors = useContributions(Connector)
  const pair = usePairing()
  const [recommended, setRecommended] = useState(none)
  useEffect(() => {
    let isCurrent = true
    directory.hosted?.recommended().then(
      (wallets) => isCurrent && setRecommended(wallets),
      // The code of the list could not be loaded: the view does without it, as with a service that is down.
      () => isCurrent && setRecommended(none),
    )
    return () => {
      isCurrent = false
    }
  }, [directory])
  const isExcluded = useIsExcluded()
  const others = recommended.filter(
    (record) => !isHidden({ record }, isExcluded) && !connectors.some((each) => isSame(record, each)),
  )
  if (!pair || others.length === 0) return null
  return (
    <ul className="lk-list" aria-label={messages.recommended} data-testid="lk-recommended">
      {others.slice(0, places).map((record) => (
        <li key={record.id} className="lk-list-item">
          <WalletEntryRow
            entry={{ record, connectors: [], recent: false, lastUsed: false }}
            canPair
            onChoose={() => {
              directory.remember(record.id)
              pair(record)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
