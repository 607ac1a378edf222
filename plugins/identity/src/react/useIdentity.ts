import { AccountIdentities, type AccountIdentity } from '@latchkey/kernel/contracts'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useAccount, useAccountIdentity, useService } from '@latchkey/ui-react'
import { useCallback } from 'react'

export type UseIdentityResult = Omit<AccountIdentity, 'status'> & {
  /** `none` while no account is connected, or nobody knows names on its network. */
  readonly status: AccountIdentity['status'] | 'none'
  readonly address: string | undefined
  /** Looks up again although an answer is younger than five minutes. */
  refresh(): Promise<void>
}

/** Name and picture of the active account. @param options.namespace Default the active namespace. */
export function useIdentity(
  options: { readonly namespace?: NamespaceId | undefined } = {},
): UseIdentityResult {
  const service = useService(AccountIdentities)
  const { account, networkId } = useAccount(options)
  const identity = useAccountIdentity(account, networkId)
  const address = account?.address
  const refresh = useCallback(async () => {
    if (networkId !== undefined && address !== undefined) {
      await service.refresh(networkId, address, { force: true })
    }
  }, [service, networkId, address])
  return { status: 'none', ...identity, address, refresh }
}
