import { useModal } from '@latchkey/ui-react'

/** Opens and closes the modal. */
export function useWalletModal() {
  const { isOpen, openFor, close } = useModal()
  return {
    visible: isOpen,
    setVisible: (open: boolean) => void (open ? openFor('solana') : close()),
  }
}
