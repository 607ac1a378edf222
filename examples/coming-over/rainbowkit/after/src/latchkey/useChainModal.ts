import { NetworksRoute } from '@latchkey/kernel/wallet'
import { useAccount, useModal } from '@latchkey/ui-react'

/** Opens the networks. `openChainModal` is absent while no wallet is connected. */
export function useChainModal() {
  const { isOpen, open, view } = useModal()
  const { isConnected } = useAccount({ namespace: 'eip155' })
  return {
    chainModalOpen: isOpen && view === NetworksRoute.name,
    openChainModal: isConnected ? () => void open(NetworksRoute, { namespace: 'eip155' }) : undefined,
  }
}
