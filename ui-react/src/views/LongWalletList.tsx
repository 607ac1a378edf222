import { VirtualList, type VirtualListState } from '../components/VirtualList.js'
import type { WalletEntry } from '../connectOrder.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { useViewMemory } from '../shell/viewMemory.js'
import { WalletRow } from './WalletRow.js'

export interface LongWalletListProps {
  readonly wallets: readonly WalletEntry[]
  onChoose(wallet: WalletEntry): void
}

/** Hundreds of wallets, of which only the visible ones are drawn; comes back where it was left. */
export default function LongWalletList({ wallets, onChoose }: LongWalletListProps) {
  const messages = useMessages(connect)
  const memory = useViewMemory()
  return (
    <VirtualList
      items={wallets}
      label={messages.wallets}
      testId="lk-wallet-list"
      initialState={memory.read('list') as VirtualListState | undefined}
      onStateChange={(state) => memory.write('list', state)}
    >
      {(wallet) => <WalletRow key={wallet.id} wallet={wallet} onChoose={onChoose} />}
    </VirtualList>
  )
}
