import { useAccount, useAccountIdentity, useModal, useNetwork } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { useAccount as useWagmiAccount } from 'wagmi'

export interface CustomConnectKitButtonProps {
  children?: (state: ReturnType<typeof useConnectKitButton>) => ReactNode
}

/** The app's own connect button: gives the members that the render function of ConnectKit's `ConnectKitButton.Custom` takes. */
export function CustomConnectKitButton({ children }: CustomConnectKitButtonProps) {
  return children?.(useConnectKitButton())
}

function useConnectKitButton() {
  const { account, address, isConnected, status } = useAccount({ namespace: 'eip155' })
  const network = useNetwork({ namespace: 'eip155' })
  const identity = useAccountIdentity(account)
  const { openFor, close } = useModal()
  const { chain } = useWagmiAccount()
  const unsupported = isConnected && network.status === 'unsupported'
  return {
    show: () => void openFor('eip155'),
    hide: () => void close(),
    chain: chain && { ...chain, unsupported },
    unsupported,
    isConnected,
    isConnecting: status === 'connecting' || status === 'reconnecting',
    address: isConnected ? address : undefined,
    truncatedAddress: isConnected ? `${address.slice(0, 6)}…${address.slice(-4)}` : undefined,
    ensName: identity?.name,
  }
}
