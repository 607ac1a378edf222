import { useAccount } from '@latchkey/ui-react'

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
