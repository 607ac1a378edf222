import type { NamespaceId, NetworkId } from '@latchkey/kernel/plugin'
import { Networks, Wallets } from '@latchkey/kernel/wallet'
import { Badge } from '../components/Badge.js'
import { Button } from '../components/Button.js'
import { EmptyState } from '../components/EmptyState.js'
import { ListRow } from '../components/ListRow.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { SearchField } from '../components/SearchField.js'
import { useAccount } from '../hooks/useAccount.js'
import { useConnections } from '../hooks/useConnections.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { useRemembered } from '../shell/viewMemory.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { NetworkList } from '../slots.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'
import { listNetworks, type NetworkEntry } from './listNetworks.js'

/** From this many networks on there is a search. */
const searchFrom = 6

export interface NetworkRowsProps {
  /** Only networks of this namespace. */
  readonly namespace?: NamespaceId | undefined
  onChoose(networkId: NetworkId): void
}

/** The app's networks, to choose one. A network the wallet was connected without is there, and says why it is not. */
export function NetworkRows({ namespace, onChoose }: NetworkRowsProps) {
  const messages = useMessages(section)
  const service = useService(Networks)
  const wallets = useService(Wallets)
  const { networkId } = useAccount()
  // Drawn again when a wallet agrees to a network, or leaves.
  useConnections()
  const [query, setQuery] = useRemembered('query', '')
  const networks = service.list(namespace)
  const entries = listNetworks({
    networks,
    query,
    activeId: networkId,
    connectionOf: (id) => wallets.active(id)?.connection,
  })
  const allowed = entries.filter((entry) => entry.deniedBy === undefined)
  const deniedBy = [...new Set(entries.flatMap((entry) => entry.deniedBy ?? []))]
  if (networks.length === 0) return <EmptyState title={messages.empty} text={messages.emptyText} />
  return (
    <div className="lk-stack" data-gap="sm">
      {networks.length >= searchFrom ? (
        <SearchField value={query} onChange={setQuery} label={messages.search} testId="lk-network-search" />
      ) : null}
      {entries.length === 0 ? (
        <EmptyState
          title={messages.noneFound}
          text={messages.noneFoundText({ query: query.trim() })}
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              {messages.clearSearch}
            </Button>
          }
        />
      ) : (
        <>
          <Rows label={messages.list} entries={allowed} onChoose={onChoose} />
          {deniedBy.map((wallet) => {
            const reason = messages.notApproved({ wallet: safeText(wallet, 32) })
            return (
              <section key={wallet} className="lk-section" aria-label={reason}>
                <p className="lk-hint">{reason}</p>
                <Rows
                  label={reason}
                  entries={entries.filter((entry) => entry.deniedBy === wallet)}
                  onChoose={onChoose}
                />
              </section>
            )
          })}
        </>
      )}
    </div>
  )
}

interface RowsProps {
  readonly label: string
  readonly entries: readonly NetworkEntry[]
  onChoose(networkId: NetworkId): void
}

function Rows({ label, entries, onChoose }: RowsProps) {
  if (entries.length === 0) return null
  return (
    <ul className="lk-list" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.network.id} className="lk-list-item">
          <NetworkRow entry={entry} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

interface NetworkRowProps {
  readonly entry: NetworkEntry
  onChoose(networkId: NetworkId): void
}

function NetworkRow({ entry, onChoose }: NetworkRowProps) {
  const messages = useMessages(section)
  const { network, isActive, deniedBy } = entry
  return (
    <>
      <ListRow
        leading={<NetworkIcon name={network.name} src={network.icon} networkId={network.id} />}
        title={network.name}
        badge={
          isActive || network.testnet ? (
            <>
              {isActive ? <Badge tone="success">{messages.current}</Badge> : null}
              {network.testnet ? <Badge>{messages.testnet}</Badge> : null}
            </>
          ) : null
        }
        selected={isActive}
        disabled={deniedBy !== undefined}
        testId={`lk-network-${network.id}`}
        onClick={() => onChoose(network.id)}
      />
      <SlotOutlet slot={NetworkList} props={{ network }} />
    </>
  )
}
