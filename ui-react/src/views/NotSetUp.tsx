import type { NamespaceId } from '@latchkey/kernel/plugin'
import { ErrorState } from '../components/ErrorState.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { namespaceNotListed } from '../namespaceNotListed.js'

export interface NotSetUpProps {
  readonly namespace: NamespaceId
  readonly listed: readonly NamespaceId[]
}

/** In place of the wallets of a namespace that no plugin of the app has. */
export default function NotSetUp({ namespace, listed }: NotSetUpProps) {
  const messages = useMessages(connect)
  return <ErrorState title={messages.notSetUp} error={namespaceNotListed(namespace, listed)} />
}
