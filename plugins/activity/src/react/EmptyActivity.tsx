import { Feature, type NamespaceId, type Network } from '@latchkey/kernel/plugin'
import type { HistoryPage } from '@latchkey/kernel/contracts'
import { Wallets } from '@latchkey/kernel/wallet'
import {
  ActivityIcon,
  Button,
  EmptyState,
  safeText,
  useContributions,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { activityMessages } from './messages.js'

export interface EmptyActivityProps {
  readonly namespace: NamespaceId | undefined
  readonly network: Network | undefined
  readonly searched: HistoryPage['searched']
}

/** Nothing was found: says so, and leads to Receive where the host lists it. */
export function EmptyActivity({ namespace, network, searched }: EmptyActivityProps) {
  const messages = useMessages(activityMessages)
  const wallets = useService(Wallets)
  const receive = useContributions(Feature).find(
    ({ id, needs }) =>
      id.slice(id.lastIndexOf('.') + 1) === 'receive' &&
      (!needs || (namespace !== undefined && wallets.chain(namespace, needs) !== undefined)),
  )
  const name = { network: safeText(network?.name ?? '', 40) || messages.thisNetwork }
  return (
    <EmptyState
      icon={<ActivityIcon size="lg" />}
      title={messages.empty}
      text={searched ? messages.emptyWindow(name) : messages.emptyText(name)}
      action={
        receive ? (
          <Button variant="secondary" data-testid="activity-receive" onClick={() => receive.open()}>
            {messages.receive}
          </Button>
        ) : undefined
      }
    />
  )
}
