import { AccountRoute, NetworksRoute } from '@latchkey/kernel/wallet'
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
