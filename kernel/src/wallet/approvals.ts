import type { Approval, NavigationEntry, Outcome } from './navigation.js'

/** What the approvals need of the navigation they belong to. */
export interface ApprovalStage {
  entries(): readonly NavigationEntry[]
  /** Shows the view of an approval and returns the key of its entry; `undefined` when the view is not drawn. */
  show(approval: Approval): string | undefined
  /** Keeps these entries, and closes the modal when there are none. */
  keep(entries: readonly NavigationEntry[]): void
  /** Runs a callback of a plugin, whose fault is logged. */
  isolate(run: () => void): void
}

/** What waits for an approval: a stack that follows the modal's history. */
export interface Approvals {
  readonly size: number
  request(approval: Approval): { settle(outcome: Outcome, error?: unknown): void }
  /** Settles the newest approval. */
  settle(outcome: Outcome, error?: unknown): void
  /** An entry has taken the place of another, and the approval goes on behind it. */
  move(from: string | undefined, to: string): void
  /** Cancels the approvals whose entry has left the history: they can no longer be decided. */
  cancelLeft(): void
  cancelAll(): void
}

interface PendingApproval {
  readonly approval: Approval
  /** Of the entry that shows it, if one does. */
  entryKey: string | undefined
}

export function createApprovals({ entries, show, keep, isolate }: ApprovalStage): Approvals {
  const pending = new Set<PendingApproval>()

  function cancel(isGone: (item: PendingApproval) => boolean): void {
    for (const item of [...pending].reverse()) {
      if (isGone(item) && pending.delete(item)) isolate(() => item.approval.onCancel?.())
    }
  }

  /** Takes an entry away with what was pushed on top of it. Another approval's entry stays: it is another decision. */
  function without(at: number): readonly NavigationEntry[] {
    const waiting = new Set([...pending].map((item) => item.entryKey))
    const next = entries().findIndex(({ key }, index) => index > at && waiting.has(key))
    return [...entries().slice(0, at), ...(next < 0 ? [] : entries().slice(next))]
  }

  function settle(item: PendingApproval | undefined, outcome: Outcome, error?: unknown): void {
    if (!item || !pending.delete(item)) return
    const { approval, entryKey } = item
    const at = entries().findIndex((entry) => entry.key === entryKey)
    if (at >= 0) keep(without(at))
    isolate(() => {
      if (outcome === 'success') approval.onSuccess?.()
      else if (outcome === 'error') approval.onError?.(error)
      else approval.onCancel?.()
    })
  }

  return {
    get size() {
      return pending.size
    },
    request(approval) {
      const item = { approval, entryKey: show(approval) }
      pending.add(item)
      return { settle: (outcome, error) => settle(item, outcome, error) }
    },
    settle: (outcome, error) => settle([...pending].at(-1), outcome, error),
    move(from, to) {
      for (const item of pending) if (item.entryKey === from) item.entryKey = to
    },
    cancelLeft() {
      cancel(({ entryKey }) => entryKey !== undefined && !entries().some(({ key }) => key === entryKey))
    },
    cancelAll: () => cancel(() => true),
  }
}
