import { useNetwork } from '@latchkey/ui-react'

/** The active network. `switchNetwork` takes a network of viem, a chain's number or a CAIP-2 id. */
export function useAppKitNetwork() {
  const { network, networkId, switchNetwork } = useNetwork()
  const reference = networkId?.split(':')[1]
  return {
    caipNetworkId: networkId,
    chainId: networkId?.startsWith('eip155:') ? Number(reference) : reference,
    caipNetwork: network && { id: network.id, name: network.name },
    switchNetwork: (wanted: Parameters<typeof switchNetwork>[0] | { id: number }) =>
      switchNetwork(typeof wanted === 'object' && 'id' in wanted ? wanted.id : wanted),
  }
}
