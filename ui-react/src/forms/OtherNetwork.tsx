import type { NetworkId } from '@latchkey/kernel/plugin'
import { Networks } from '@latchkey/kernel/wallet'
import { EmptyState } from '../components/EmptyState.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'
import { SwitchNetworkButton } from './SwitchNetworkButton.js'

export interface OtherNetworkProps {
  readonly networkId: NetworkId
  /** What is to happen on the network. */
  title(parameters: { readonly network: string }): string
  readonly testId?: string | undefined
}

/** In place of a form that the host opened for another network than the one that is active. */
export function OtherNetwork({ networkId, title, testId }: OtherNetworkProps) {
  const messages = useMessages(forms)
  const network = safeText(useService(Networks).find(networkId)?.name ?? networkId, 40)
  return (
    <EmptyState
      title={title({ network })}
      text={messages.otherNetworkText}
      action={<SwitchNetworkButton networkId={networkId} testId={testId} />}
    />
  )
}
