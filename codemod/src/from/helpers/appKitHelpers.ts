import type { Helper } from './Helper.js'

const packages = ['@latchkey/kernel', '@latchkey/ui-react']

export const useAppKit: Helper = {
  name: 'useAppKit',
  isMarkup: false,
  packages,
  text: `import { AccountRoute, ConnectRoute, NetworksRoute } from '@latchkey/kernel/wallet'
import { useModal } from '@latchkey/ui-react'

const routes = { Account: AccountRoute, Connect: ConnectRoute, Networks: NetworksRoute }

export interface OpenOptions {
  view?: keyof typeof routes
  namespace?: string
}

/** Opens and closes the modal, on one of its views. */
export function useAppKit() {
  const modal = useModal()
  return {
    open: async ({ view, namespace }: OpenOptions = {}) => {
      if (view) modal.open(routes[view], namespace === undefined ? undefined : { namespace })
      else if (namespace === undefined) modal.open()
      else modal.openFor(namespace)
    },
    close: async () => void modal.close(),
  }
}
`,
}

export const useAppKitAccount: Helper = {
  name: 'useAppKitAccount',
  isMarkup: false,
  packages,
  text: `import { useAccount } from '@latchkey/ui-react'

/** The connected account, of one namespace or the active one. */
export function useAppKitAccount({ namespace }: { namespace?: string } = {}) {
  const account = useAccount(namespace === undefined ? {} : { namespace })
  return {
    address: account.isConnected ? account.address : undefined,
    caipAddress: account.isConnected ? account.accountId : undefined,
    isConnected: account.isConnected,
    status: account.status,
  }
}
`,
}

export const useAppKitNetwork: Helper = {
  name: 'useAppKitNetwork',
  isMarkup: false,
  packages,
  text: `import { useNetwork } from '@latchkey/ui-react'

/** The active network. \`switchNetwork\` takes a network of viem, a chain's number or a CAIP-2 id. */
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
`,
}
