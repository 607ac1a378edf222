import { useAccount, useModal } from '@latchkey/ui-react'

/** Opens the ways to connect. `openConnectModal` is absent while a wallet is connected. */
export function useConnectModal() {
  const { isOpen, openFor } = useModal()
  const { isConnected } = useAccount({ namespace: 'eip155' })
  return {
    connectModalOpen: isOpen && !isConnected,
    openConnectModal: isConnected ? undefined : () => void openFor('eip155'),
  }
}
