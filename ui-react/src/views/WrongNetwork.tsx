import type { NamespaceId } from '@latchkey/kernel/plugin'
import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'
import { useChooseNetwork } from './useChooseNetwork.js'

/** Says that the wallet is on a network the app does not have, and leads to the first one it has. */
export function WrongNetwork({ namespace }: { readonly namespace: NamespaceId }) {
  const messages = useMessages(section)
  const { status, networks } = useNetwork({ namespace })
  const choose = useChooseNetwork()
  const [first] = networks
  if (status !== 'unsupported') return null
  return (
    <Banner
      tone="warning"
      title={messages.unsupported}
      action={
        first ? (
          <Button size="sm" data-testid="lk-leave-network" onClick={() => choose(first.id)}>
            {messages.switchTo({ network: safeText(first.name, 24) })}
          </Button>
        ) : null
      }
    >
      {messages.unsupportedText}
    </Banner>
  )
}
