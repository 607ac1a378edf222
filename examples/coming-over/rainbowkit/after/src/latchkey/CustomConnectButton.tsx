import { AccountRoute, NetworksRoute } from '@latchkey/kernel/wallet'
import { useAccount, useAccountIdentity, useBalance, useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatUnits } from 'viem'

const namespace = 'eip155'

export interface CustomConnectButtonProps {
  children(state: ReturnType<typeof useConnectButton>): ReactNode
}

/** The app's own connect button: gives the members that the render function of RainbowKit's `ConnectButton.Custom` takes. */
export function CustomConnectButton({ children }: CustomConnectButtonProps) {
  return children(useConnectButton())
}

function useConnectButton() {
  const connected = useAccount({ namespace })
  const { isOpen, open, openFor, view } = useModal()
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return {
    account: useShownAccount(),
    chain: useShownChain(),
    mounted,
    /** Absent here: `useSiwx()` of @latchkey/plugin-siwx/react says who is signed in. */
    authenticationStatus: undefined as 'loading' | 'unauthenticated' | 'authenticated' | undefined,
    openAccountModal: () => void open(AccountRoute, { namespace }),
    openChainModal: () => void open(NetworksRoute, { namespace }),
    openConnectModal: () => void openFor(namespace),
    accountModalOpen: isOpen && view === AccountRoute.name,
    chainModalOpen: isOpen && view === NetworksRoute.name,
    connectModalOpen: isOpen && !connected.isConnected,
  }
}

function useShownAccount() {
  const { account, address, isConnected } = useAccount({ namespace })
  const identity = useAccountIdentity(account)
  const { amount } = useBalance({ namespace })
  if (!isConnected) return undefined
  const formatted = amount && formatUnits(amount.value, amount.decimals)
  return {
    address,
    displayName: identity?.name ?? `${address.slice(0, 4)}…${address.slice(-4)}`,
    displayBalance: formatted && `${formatted.replace(/(\.\d{4})\d+$/, '$1')} ${amount.symbol}`,
    balanceFormatted: formatted,
    balanceDecimals: amount?.decimals,
    balanceSymbol: amount?.symbol,
    ensName: identity?.name,
    ensAvatar: identity?.avatar,
  }
}

function useShownChain() {
  const { isConnected, chainId } = useAccount({ namespace })
  const { network, status } = useNetwork({ namespace })
  if (!isConnected || chainId === undefined) return undefined
  return {
    id: chainId,
    name: network?.name,
    unsupported: status === 'unsupported',
    hasIcon: network?.icon !== undefined,
    iconUrl: network?.icon,
    iconBackground: undefined as string | undefined,
  }
}
