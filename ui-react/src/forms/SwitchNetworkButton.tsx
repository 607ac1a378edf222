import { namespaceOf } from '@latchkey/kernel/contracts'
import {
  Navigation,
  Networks,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  Wallets,
} from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { Button, type ButtonProps } from '../components/Button.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'

export interface SwitchNetworkButtonProps extends Pick<ButtonProps, 'variant' | 'fullWidth' | 'disabled'> {
  readonly networkId: NetworkId
  readonly testId?: string | undefined
}

/** Leads to another network: to a wallet of its own first, where none is connected to its namespace. */
export function SwitchNetworkButton({ networkId, testId, ...rest }: SwitchNetworkButtonProps) {
  const messages = useMessages(forms)
  const navigation = useService(Navigation)
  const wallets = useService(Wallets)
  const network = safeText(useService(Networks).find(networkId)?.name ?? networkId, 40)
  const show = () => {
    const isConnected = wallets.active(namespaceOf(networkId)) !== undefined
    navigation.push(isConnected ? SwitchNetworkRoute : SwitchActiveChainRoute, { networkId })
  }
  return (
    <Button {...rest} data-testid={testId} onClick={show}>
      {messages.switchNetwork({ network })}
    </Button>
  )
}
