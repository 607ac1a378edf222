import { CustomConnectKitButton } from './latchkey/CustomConnectKitButton'
import { useModal } from './latchkey/useModal'

/** A button of the app's own making, and two that open the kit's views. */
export function OwnButton() {
  const { setOpen, openSwitchNetworks } = useModal()
  return (
    <CustomConnectKitButton>
      {({ isConnected, show, truncatedAddress, ensName, chain }) => (
        <section>
          <button type="button" data-testid="own" onClick={show}>
            {isConnected ? `${ensName ?? truncatedAddress} on ${chain?.name}` : 'Nobody yet'}
          </button>
          <button
            type="button"
            data-testid="open-connect"
            disabled={isConnected}
            onClick={() => setOpen(true)}
          >
            Choose a wallet
          </button>
          <button
            type="button"
            data-testid="open-chains"
            disabled={!isConnected}
            onClick={() => openSwitchNetworks()}
          >
            Networks
          </button>
        </section>
      )}
    </CustomConnectKitButton>
  )
}
