import { CustomConnectButton } from './latchkey/CustomConnectButton'
import { useChainModal } from './latchkey/useChainModal'
import { useConnectModal } from './latchkey/useConnectModal'

/** A button of the app's own making, and two that open the kit's views. */
export function OwnButton() {
  const { openConnectModal } = useConnectModal()
  const { openChainModal } = useChainModal()
  return (
    <section>
      <CustomConnectButton>
        {({ account, chain, mounted, openAccountModal, openConnectModal: open }) => (
          <button type="button" data-testid="own" onClick={account ? openAccountModal : open}>
            {mounted && account && chain ? `${account.displayName} on ${chain.name}` : 'Nobody yet'}
          </button>
        )}
      </CustomConnectButton>
      <button
        type="button"
        data-testid="open-connect"
        disabled={!openConnectModal}
        onClick={openConnectModal}
      >
        Choose a wallet
      </button>
      <button type="button" data-testid="open-chains" disabled={!openChainModal} onClick={openChainModal}>
        Networks
      </button>
    </section>
  )
}
