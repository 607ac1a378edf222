import type { Helper } from './Helper.js'

const packages = ['@latchkey/kernel', '@latchkey/ui-react']

export const customConnectKitButton: Helper = {
  name: 'CustomConnectKitButton',
  isMarkup: true,
  packages,
  text: `import { useAccount, useAccountIdentity, useModal, useNetwork } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { useAccount as useWagmiAccount } from 'wagmi'

export interface CustomConnectKitButtonProps {
  children?: (state: ReturnType<typeof useConnectKitButton>) => ReactNode
}

/** The app's own connect button: gives the members that the render function of ConnectKit's \`ConnectKitButton.Custom\` takes. */
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
    truncatedAddress: isConnected ? \`\${address.slice(0, 6)}…\${address.slice(-4)}\` : undefined,
    ensName: identity?.name,
  }
}
`,
}

export const useModal: Helper = {
  name: 'useModal',
  isMarkup: false,
  packages,
  text: `import { AccountRoute, NetworksRoute } from '@latchkey/kernel/wallet'
import { useModal as useLatchkeyModal } from '@latchkey/ui-react'

const namespace = 'eip155'

/** Opens and closes the modal and its views. */
export function useModal() {
  const { isOpen, open, openFor, close } = useLatchkeyModal()
  return {
    open: isOpen,
    setOpen: (show: boolean) => void (show ? openFor(namespace) : close()),
    openProfile: () => void open(AccountRoute, { namespace }),
    openSwitchNetworks: () => void open(NetworksRoute, { namespace }),
  }
}
`,
}

export const useIsMounted: Helper = {
  name: 'useIsMounted',
  isMarkup: false,
  packages: [],
  text: `import { useEffect, useState } from 'react'

/** Whether the page has been drawn in the browser once, where nothing of the server's markup has to be met any more. */
export function useIsMounted(): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted
}
`,
}

export const useChainIsSupported: Helper = {
  name: 'useChainIsSupported',
  isMarkup: false,
  packages: [],
  text: `import { useChains } from 'wagmi'

/** Whether the app lists a network. \`null\` without a number. */
export function useChainIsSupported(chainId?: number): boolean | null {
  const chains = useChains()
  return chainId === undefined ? null : chains.some(({ id }) => id === chainId)
}
`,
}
