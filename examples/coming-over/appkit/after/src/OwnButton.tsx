import { useAppKit } from './latchkey/useAppKit'
import { useAppKitAccount } from './latchkey/useAppKitAccount'
import { useAppKitNetwork } from './latchkey/useAppKitNetwork'

/** A button of the app's own making, and two that open the kit's views. */
export function OwnButton() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  return (
    <section>
      <button type="button" data-testid="own" onClick={() => open()}>
        {isConnected ? `${address} on ${caipNetwork?.name}` : 'Nobody yet'}
      </button>
      <button
        type="button"
        data-testid="open-connect"
        disabled={isConnected}
        onClick={() => open({ view: 'Connect' })}
      >
        Choose a wallet
      </button>
      <button
        type="button"
        data-testid="open-chains"
        disabled={!isConnected}
        onClick={() => open({ view: 'Networks' })}
      >
        Networks
      </button>
    </section>
  )
}
