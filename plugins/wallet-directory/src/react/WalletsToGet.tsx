import { Namespace } from '@latchkey/kernel/plugin'
import {
  GetWalletClicked,
  ListRow,
  SkeletonRows,
  useContributions,
  useEmit,
  useIsExcluded,
  useMessages,
  useService,
  WalletIcon,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { knownCount } from '../knownCount.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { deviceOf, walletsToGet } from '../walletsToGet.js'
import { isHidden } from './isHidden.js'
import { directory as section } from './messages.js'

const none: readonly WalletRecord[] = []

/** Four wallets for this device, each leading to its page in the device's store. Nothing where none is known. Their place is held while they load. */
export default function WalletsToGet() {
  const messages = useMessages(section)
  const directory = useService(WalletDirectory)
  const namespaces = useContributions(Namespace).map(({ id }) => id)
  const isExcluded = useIsExcluded()
  const emit = useEmit()
  const [wallets, setWallets] = useState<readonly WalletRecord[]>()
  useEffect(() => {
    let isCurrent = true
    directory.wallets().then(
      (loaded) => isCurrent && setWallets(loaded),
      // The code of the list could not be loaded: the view does without it.
      () => isCurrent && setWallets(none),
    )
    return () => {
      isCurrent = false
    }
  }, [directory])
  if (!wallets) return <SkeletonRows count={knownCount} />
  const shown = walletsToGet(
    wallets.filter((record) => !isHidden({ record }, isExcluded)),
    deviceOf(navigator),
    namespaces,
  )
  if (shown.length === 0) return null
  return (
    <ul className="lk-list" aria-label={messages.toGet} data-testid="lk-wallets-to-get">
      {shown.map(({ record, href }) => (
        <li key={record.id} className="lk-list-item">
          <ListRow
            leading={
              <WalletIcon name={record.name} walletId={record.id} rdns={record.discovery?.rdns?.[0]} />
            }
            title={record.name}
            href={href}
            testId={`lk-get-${record.id}`}
            onClick={() => emit(GetWalletClicked, undefined)}
          />
        </li>
      ))}
    </ul>
  )
}
