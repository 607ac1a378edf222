import type { NamespaceId } from '@latchkey/kernel/plugin'
import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { useClosedNetwork } from '../hooks/useClosedNetwork.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'
import { useChooseNetwork } from './useChooseNetwork.js'

/** Says that the wallet is on a network that the app does not have or that has closed, and leads to the first one that goes on. */
export function WrongNetwork({ namespace }: { readonly namespace: NamespaceId }) {
  const messages = useMessages(section)
  const { status, network, networks } = useNetwork({ namespace })
  const closed = useClosedNetwork(network)
  const choose = useChooseNetwork()
  const first = networks.find((other) => !other.closed)
  if (status !== 'unsupported' && !closed) return null
  return (
    <Banner
      tone="warning"
      title={closed?.title ?? messages.unsupported}
      action={
        first ? (
          <Button size="sm" data-testid="lk-leave-network" onClick={() => choose(first.id)}>
            {messages.switchTo({ network: safeText(first.name, 24) })}
          </Button>
        ) : null
      }
    >
      {closed?.text ?? messages.unsupportedText}
    </Banner>
  )
}
