import { Connector, Namespace } from '@latchkey/kernel/plugin'
import {
  isMobile,
  SkeletonRows,
  useContributions,
  useIsExcluded,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { filterWallets } from '../filterWallets.js'
import { knownCount } from '../knownCount.js'
import { isSame } from '../listEntries.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory, type WalletDirectoryService } from '../walletDirectory.js'
import { deviceOf, walletsToGet } from '../walletsToGet.js'
import { isHidden } from './isHidden.js'
import { directory as section } from './messages.js'
import { usePairing } from './usePairing.js'
import { WalletEntryRow } from './WalletEntryRow.js'

const none: readonly WalletRecord[] = []

/**
 * Wallets the hosted list recommends, as far as there is room. Without such a list, wallets that people know and this device can
 * have, apart from those that are installed: each leads to its code, or to its page in the device's store. Rows without words hold their
 * place while they load; nothing stands there when there are none.
 */
export default function RecommendedWallets({ places }: { readonly places: number }) {
  const messages = useMessages(section)
  const directory = useService(WalletDirectory)
  const connectors = useContributions(Connector)
  const namespaceIds = useContributions(Namespace)
    .map(({ id }) => id)
    .join(' ')
  const pair = usePairing()
  const [recommended, setRecommended] = useState<readonly WalletRecord[]>()
  const { hosted } = directory
  // A wallet that a hosted list recommends is connected by a code.
  const isShown = !hosted || pair !== undefined
  useEffect(() => {
    if (!isShown) return
    let isCurrent = true
    readRecommended(directory, namespaceIds).then(
      (wallets) => isCurrent && setRecommended(wallets),
      // The code of the list could not be loaded: the view does without it, as with a service that is down.
      () => isCurrent && setRecommended(none),
    )
    return () => {
      isCurrent = false
    }
  }, [directory, namespaceIds, isShown])
  const isExcluded = useIsExcluded()
  const count = hosted ? places : knownCount
  if (!isShown) return null
  if (!recommended) return <SkeletonRows count={count} />
  const others = recommended.filter(
    (record) => !isHidden({ record }, isExcluded) && !connectors.some((each) => isSame(record, each)),
  )
  if (others.length === 0) return null
  return (
    <ul
      className="lk-list"
      aria-label={hosted ? messages.recommended : messages.popular}
      data-absent={hosted ? undefined : ''}
      data-testid="lk-recommended"
    >
      {others.slice(0, count).map((record) => (
        <li key={record.id} className="lk-list-item">
          <WalletEntryRow
            entry={{ record, connectors: [], recent: false, lastUsed: false }}
            canPair={pair !== undefined}
            onChoose={() => {
              directory.remember(record.id)
              pair?.(record)
            }}
          />
        </li>
      ))}
    </ul>
  )
}

async function readRecommended(
  directory: WalletDirectoryService,
  namespaceIds: string,
): Promise<readonly WalletRecord[]> {
  if (directory.hosted) return directory.hosted.recommended()
  const wallets = await directory.wallets()
  const namespaces = namespaceIds.split(' ')
  if (isMobile()) return filterWallets(wallets, { platform: 'mobile', namespaces })
  const { length } = wallets
  // Each with its page in the store: where nothing pairs, its row leads there.
  return walletsToGet(wallets, deviceOf(navigator), namespaces, length).map(({ record, href }) => ({
    ...record,
    homepage: href,
  }))
}
