import type { ApprovalMode, ApprovalRequest, PendingApproval } from '../evm/approvals.js'
import { createApprovalPrompt } from '../evm/approvalPrompt.js'
import { createApprovals } from '../evm/approvals.js'
import { answerGarbage, type GarbageKind } from '../evm/garbage.js'
import { createPresence } from '../evm/presence.js'

/** A call the page made. */
export interface RecordedRequest {
  readonly method: string
  readonly params: unknown
}

/** How a test tells a wallet to behave, and sees what the page did. The same for every chain. */
export interface TestWalletControl {
  /** Every call the page made, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Calls that wait for `approve` or `reject`. */
  readonly pending: readonly PendingApproval[]
  setApproval(mode: ApprovalMode): void
  /** Resolves when a call waits for the user, at once if one does. */
  waitForPending(method?: string): Promise<PendingApproval>
  /** Approves the oldest waiting call, or the one with the given id. @throws Error when none waits */
  approve(id?: number): void
  /** Rejects the oldest waiting call, or the one with the given id. */
  reject(id?: number): void
  /** Rejects one coming call, of any method or of the given one. */
  rejectNext(method?: string): void
  /** @param reject default true; false ends it */
  rejectAll(reject?: boolean): void
  /** Waits this many milliseconds before the user's answer to every coming call. 0 ends it. */
  delay(milliseconds: number): void
  switchAccount(address: string): void
  /** The accounts go away until `unlock`; the permission stays. */
  lock(): void
  unlock(): void
  /** Takes the permission away from the wallet's side. */
  disconnect(): void
  /** Takes the wallet off the page, as when the extension is removed. */
  disappear(): void
  appear(): void
  /** Answers every coming call, or those of one method, with rubbish; undefined ends it. */
  garbage(kind: GarbageKind | undefined, method?: string): void
  /** How many listeners the page has for an event of this wallet. */
  listenerCount(event: string): number
}

/** The part of {@link TestWalletControl} that depends on the chain. */
export type ChainControl = Pick<
  TestWalletControl,
  'switchAccount' | 'lock' | 'unlock' | 'disconnect' | 'listenerCount'
>

/** One call: what is recorded, and what the user is asked, if anything. */
export interface WalletCall {
  readonly method: string
  readonly params: unknown
  readonly prompt?: Omit<ApprovalRequest, 'method'>
}

/** Runs a wallet's calls as its control says. */
export interface Behaviour {
  /** Records the call, asks the user where needed, then does the work. @throws ProviderRpcError 4001 */
  perform<Value>(call: WalletCall, work: () => Value | Promise<Value>): Promise<Value>
  /** Puts the wallet on the page; returns the function that takes it off for good. */
  show(appear: () => () => void): () => void
  control(chain: ChainControl): TestWalletControl
}

/** Creates the behaviour of one wallet. */
export function createBehaviour(walletName: string, approval: ApprovalMode): Behaviour {
  const approvals = createApprovals(approval, createApprovalPrompt(walletName))
  const presence = createPresence()
  const requests: RecordedRequest[] = []
  const garbage = new Map<string | undefined, GarbageKind>()
  return {
    async perform<Value>({ method, params, prompt }: WalletCall, work: () => Value | Promise<Value>) {
      requests.push({ method, params })
      const kind = garbage.get(method) ?? garbage.get(undefined)
      // Rubbish is the one answer that must not have the declared type.
      if (kind) return (await answerGarbage(kind)) as Value
      if (prompt) await approvals.ask({ method, ...prompt })
      return work()
    },
    show: (appear) => presence.show(appear),
    control: (chain) => ({
      get requests() {
        return [...requests]
      },
      get pending() {
        return approvals.pending
      },
      setApproval: (mode) => approvals.setMode(mode),
      waitForPending: (method) => approvals.waitForPending(method),
      approve: (id) => approvals.settle(true, id),
      reject: (id) => approvals.settle(false, id),
      rejectNext: (method) => approvals.rejectNext(method),
      rejectAll: (reject = true) => approvals.rejectAll(reject),
      delay: (milliseconds) => approvals.delay(milliseconds),
      disappear: presence.disappear,
      appear: presence.appear,
      garbage(kind, method) {
        if (kind) garbage.set(method, kind)
        else if (method === undefined) garbage.clear()
        else garbage.delete(method)
      },
      ...chain,
    }),
  }
}
