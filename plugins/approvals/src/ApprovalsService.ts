import type {
  AllowancesAnswer,
  Amount,
  BalanceChange,
  PreparedCalls,
  StandingAllowance,
} from '@latchkey/kernel/contracts'
import { type BaseError, token, type Words } from '@latchkey/kernel/plugin'
import type { Danger } from '@latchkey/kernel/transaction'

export interface ListedApproval extends StandingAllowance {
  /** What the host calls the spender. */
  readonly spenderName?: string
}

/** What becomes of approvals that are taken back. */
export interface Revoking {
  readonly ids: readonly string[]
  /** The approvals that are taken back, as they were listed. */
  readonly approvals: readonly ListedApproval[]
  /** The most that the network can charge. Absent where it takes several transactions. */
  readonly fee?: Amount
  /** When the wallet named the transaction, in milliseconds since the epoch. */
  readonly sentAt?: number
  /**
   * `asking`: the wallet is asked. `refused`: it made nothing. `lost`: it didn’t answer, and may have sent something.
   * `pending`: the chain decides. `undecided`: the chain couldn’t be followed. After the chain has taken it, the list is
   * read before anything is said: `confirmed`: none of them stands. `stands`: one does all the same. `unchecked`: it
   * couldn’t be read.
   */
  readonly phase:
    | 'asking'
    | 'refused'
    | 'lost'
    | 'pending'
    | 'confirmed'
    | 'stands'
    | 'unchecked'
    | 'failed'
    | 'undecided'
  /** Of the transaction, once the wallet has named it. */
  readonly id?: string
  readonly error?: BaseError
  readonly reason?: Words
}

/** A trial run takes something out of the account, which a revoking never does. */
export interface RevokeDanger extends Danger {
  readonly losses: readonly BalanceChange[]
}

/** Approvals as they were listed, and the calls that take them back. */
export interface PreparedRevoke {
  /** CAIP-10 of the account. */
  readonly accountId: string
  readonly calls: PreparedCalls
  /** What the calls take back. */
  readonly approvals: readonly ListedApproval[]
  /** What was asked for and isn’t taken back, because the chain would refuse that. */
  readonly leftOut: readonly ListedApproval[]
  /** The person has to accept each of them before the wallet is asked. */
  readonly dangers: readonly RevokeDanger[]
}

/** Approvals that are taken back at once, at most. */
export const mostAtOnce = 20

export interface ApprovalsState {
  readonly status: 'idle' | 'loading' | 'ready' | 'error'
  /** Of the active account on its active network, newest first. Empty once another one is active. */
  readonly approvals: readonly ListedApproval[]
  readonly searched: AllowancesAnswer['searched']
  readonly gaps: AllowancesAnswer['gaps']
  readonly notices: NonNullable<AllowancesAnswer['notices']>
  /** Why the last reading failed. What was read before it stays. */
  readonly error: BaseError | undefined
  /** When `approvals` were read, in milliseconds since the epoch. */
  readonly readAt: number | undefined
  /** Of the active account on its active network. */
  readonly revoking: Revoking | undefined
}

/** What others may move out of the active account. */
export interface ApprovalsService {
  /** Read with `useSnapshot` or `subscribe` of valtio. Written here only. */
  readonly state: ApprovalsState
  /** Asks the chain; the state tells how it went. Never rejects. */
  read(): Promise<void>
  /**
   * Checks what takes approvals back, in one transaction where the wallet can. Those that the chain would refuse are left
   * out, where others remain.
   *
   * @param ids Of the list. The first 20 are taken back.
   * @throws BaseError with the codes of `CallsCapability.prepare`; `CONNECTION_NOT_FOUND` when no wallet is connected;
   *   `APPROVALS_CHANGED` when one of them isn’t in the list.
   */
  prepare(ids: readonly string[]): Promise<PreparedRevoke>
  /**
   * Asks the wallet for what was prepared, and reads the list again once the chain has taken it. Never rejects.
   *
   * @param accepted Those of `prepared.dangers` that the person accepted. While one is missing, no wallet is asked, and
   *   `state.revoking.error` is `DANGER_NOT_ACCEPTED`.
   */
  revoke(prepared: PreparedRevoke, accepted?: readonly Danger[]): Promise<void>
  /** Stops waiting for the wallet’s answer. One that comes late is recorded all the same. */
  forget(): void
  /** Forgets how the last revoking ended. One that the wallet is asked for, or that is pending, goes on. */
  dismiss(): void
}

export const Approvals = token<ApprovalsService>('latchkey.approvals')
