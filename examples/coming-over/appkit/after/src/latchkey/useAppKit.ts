import { AccountRoute, ConnectRoute, NetworksRoute } from '@latchkey/kernel/wallet'
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
