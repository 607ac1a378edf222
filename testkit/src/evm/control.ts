import type { ApprovalMode, Approvals, PendingApproval } from './approvals.js'
import type { Emitter } from './emitter.js'
import { answerGarbage, type GarbageKind } from './garbage.js'
import type { RequestArguments, RequestObserver } from './provider.js'
import type { WalletContext, WatchedAsset } from './walletContext.js'

/** How a test tells the wallet to behave, and sees what the page did. */
export interface EvmTestWalletControl {
  /** Every request the page made, oldest first. */
  readonly requests: readonly RequestArguments[]
  /** Requests that wait for `approve` or `reject`. */
  readonly pending: readonly PendingApproval[]
  readonly watchedAssets: readonly WatchedAsset[]
  setApproval(mode: ApprovalMode): void
  /** Resolves when a request waits for the user, at once if one does. */
  waitForPending(method?: string): Promise<PendingApproval>
  /** Approves the oldest waiting request, or the one with the given id. @throws Error when none waits */
  approve(id?: number): void
  /** Rejects the oldest waiting request, or the one with the given id, with 4001. */
  reject(id?: number): void
  /** Rejects one coming request with 4001, of any method or of the given one. */
  rejectNext(method?: string): void
  /** @param reject default true; false ends it */
  rejectAll(reject?: boolean): void
  /** Waits this long before the user's answer to every coming request. 0 ends it. */
  delay(milliseconds: number): void
  switchAccount(address: string): void
  switchChain(chainId: number): void
  /** accountsChanged []; signing is refused with 4100 until unlocked. */
  lock(): void
  unlock(): void
  /** Emits disconnect with 4900; every request is refused with 4900 until `reconnect`. */
  disconnect(): void
  reconnect(): void
  /** Stops announcing and takes window.ethereum away, as when the extension is removed. */
  disappear(): void
  /** Announces again, and injects again if it was injected before. */
  appear(): void
  /** Answers every coming request, or those of one method, with rubbish; undefined ends it. */
  garbage(kind: GarbageKind | undefined, method?: string): void
  /** Emits any event with any payload, as a broken wallet would. */
  emit(event: string, payload: unknown): void
  listenerCount(event: string): number
}

export interface Presence {
  disappear(): void
  appear(): void
}

export function createControl(
  context: WalletContext,
  approvals: Approvals,
  emitter: Emitter,
  presence: Presence,
): { control: EvmTestWalletControl; observe: RequestObserver } {
  const requests: RequestArguments[] = []
  const garbage = new Map<string | undefined, GarbageKind>()
  const { state } = context
  const control: EvmTestWalletControl = {
    get requests() {
      return [...requests]
    },
    get pending() {
      return approvals.pending
    },
    get watchedAssets() {
      return [...context.watchedAssets]
    },
    setApproval: (mode) => approvals.setMode(mode),
    waitForPending: (method) => approvals.waitForPending(method),
    approve: (id) => approvals.settle(true, id),
    reject: (id) => approvals.settle(false, id),
    rejectNext: (method) => approvals.rejectNext(method),
    rejectAll: (reject = true) => approvals.rejectAll(reject),
    delay: (milliseconds) => approvals.delay(milliseconds),
    switchAccount: (address) => state.switchAccount(address),
    switchChain: (chainId) => state.switchChain(chainId),
    lock: () => state.setLocked(true),
    unlock: () => state.setLocked(false),
    disconnect: () => state.setConnected(false),
    reconnect: () => state.setConnected(true),
    disappear: presence.disappear,
    appear: presence.appear,
    garbage(kind, method) {
      if (kind) garbage.set(method, kind)
      else if (method === undefined) garbage.clear()
      else garbage.delete(method)
    },
    emit: (event, payload) => emitter.emit(event, payload),
    listenerCount: (event) => emitter.listenerCount(event),
  }
  const observe: RequestObserver = (args) => {
    requests.push(args)
    const kind = garbage.get(args.method) ?? garbage.get(undefined)
    return kind && answerGarbage(kind)
  }
  return { control, observe }
}
