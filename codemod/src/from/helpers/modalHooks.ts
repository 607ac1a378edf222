import type { Helper } from './Helper.js'

const packages = ['@latchkey/kernel', '@latchkey/ui-react']

export const useConnectModal: Helper = {
  name: 'useConnectModal',
  isMarkup: false,
  packages,
  text: `import { useAccount, useModal } from '@latchkey/ui-react'

/** Opens the ways to connect. \`openConnectModal\` is absent while a wallet is connected. */
export function useConnectModal() {
  const { isOpen, openFor } = useModal()
  const { isConnected } = useAccount({ namespace: 'eip155' })
  return {
    connectModalOpen: isOpen && !isConnected,
    openConnectModal: isConnected ? undefined : () => void openFor('eip155'),
  }
}
`,
}

export const useAccountModal: Helper = {
  name: 'useAccountModal',
  isMarkup: false,
  packages,
  text: `import { AccountRoute } from '@latchkey/kernel/wallet'
import { useAccount, useModal } from '@latchkey/ui-react'

/** Opens the account. \`openAccountModal\` is absent while no wallet is connected. */
export function useAccountModal() {
  const { isOpen, open, view } = useModal()
  const { isConnected } = useAccount({ namespace: 'eip155' })
  return {
    accountModalOpen: isOpen && view === AccountRoute.name,
    openAccountModal: isConnected ? () => void open(AccountRoute, { namespace: 'eip155' }) : undefined,
  }
}
`,
}

export const useChainModal: Helper = {
  name: 'useChainModal',
  isMarkup: false,
  packages,
  text: `import { NetworksRoute } from '@latchkey/kernel/wallet'
import { useAccount, useModal } from '@latchkey/ui-react'

/** Opens the networks. \`openChainModal\` is absent while no wallet is connected. */
export function useChainModal() {
  const { isOpen, open, view } = useModal()
  const { isConnected } = useAccount({ namespace: 'eip155' })
  return {
    chainModalOpen: isOpen && view === NetworksRoute.name,
    openChainModal: isConnected ? () => void open(NetworksRoute, { namespace: 'eip155' }) : undefined,
  }
}
`,
}
