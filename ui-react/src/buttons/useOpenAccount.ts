import { AccountRoute } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useAccount, type UseAccountResult } from '../hooks/useAccount.js'
import { useModal } from '../hooks/useModal.js'

export interface OpenAccount {
  readonly account: UseAccountResult
  /** Opens the account; the ways to connect while there is none. */
  open(): void
}

export function useOpenAccount(namespace: NamespaceId | undefined): OpenAccount {
  const { open, openFor } = useModal()
  const account = useAccount(namespace === undefined ? {} : { namespace })
  return {
    account,
    open: () => {
      if (account.isConnected) open(AccountRoute, namespace === undefined ? undefined : { namespace })
      else if (namespace === undefined) open()
      else openFor(namespace)
    },
  }
}
