import type { BaseError } from '@latchkey/kernel/plugin'
import type { AccountId } from '@latchkey/kernel/contracts'
import { siwxNotEnabled } from '../page/siwxErrors.js'
import { useKernel, useSnapshot } from '@latchkey/ui-react'
import { Siwx, type SiwxService, type SiwxStatus } from '../page/SiwxService.js'
import type { SiwxSessionRecord } from '../page/SiwxStorage.js'

export interface SiwxControls extends Pick<SiwxService, 'sign' | 'cancel' | 'signOut'> {
  readonly phase: 'idle' | 'signing' | 'cancelling'
  /** Everything that is signed in, also other accounts than the active one. */
  readonly sessions: readonly SiwxSessionRecord[]
  /** Why the last attempt failed. */
  readonly error: BaseError | undefined
}

export type UseSiwxResult = SiwxControls &
  (
    | { readonly status: 'disconnected'; readonly accountId: undefined; readonly isSignedIn: false }
    | { readonly status: 'signedIn'; readonly accountId: AccountId; readonly isSignedIn: true }
    | {
        readonly status: Exclude<SiwxStatus, 'signedIn'>
        readonly accountId: AccountId
        readonly isSignedIn: false
      }
  )

/**
 * Whether the active account is signed in, and what a page can do about it.
 * @throws BaseError `SIWX_NOT_ENABLED` when the kernel has no sign-in plugin.
 */
export function useSiwx(): UseSiwxResult {
  const service = useKernel().find(Siwx)
  if (!service) throw siwxNotEnabled()
  const { accountId, statuses, phase, sessions, error } = useSnapshot(service.state)
  const { sign, cancel, signOut } = service
  const controls = { sign, cancel, signOut, phase, sessions, error } as SiwxControls
  if (!accountId) return { ...controls, status: 'disconnected', accountId, isSignedIn: false }
  const status = statuses[accountId] ?? 'checking'
  return status === 'signedIn'
    ? { ...controls, status, accountId, isSignedIn: true }
    : { ...controls, status, accountId, isSignedIn: false }
}
