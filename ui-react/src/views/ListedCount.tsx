import { Badge } from '../components/Badge.js'
import { readWalletList } from '../contain/readWalletList.js'
import { useCounted } from '../messages/useCounted.js'
import { useSoundContributions } from '../useSoundContributions.js'
import { WalletLists } from '../walletLists.js'

/** How many wallets the lists of the app have, as far as that can be said before they are loaded. */
export default function ListedCount() {
  const counted = useCounted()
  const lists = useSoundContributions(WalletLists, readWalletList)
  const known = Math.max(0, ...lists.map(({ atLeast = 0 }) => atLeast))
  return known < 10 ? null : <Badge>{`${counted(known - (known % 10)).countText}+`}</Badge>
}
