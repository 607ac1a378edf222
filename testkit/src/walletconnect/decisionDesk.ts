import type { Decision, DecisionKind, PartialApproval, WalletPolicies } from './walletPolicy.js'
import { userRejected } from './walletPolicy.js'

/** Takes what the dapp asks and does with it what the policies say. */
export interface DecisionDesk {
  readonly pending: readonly Decision[]
  receive(decision: Decision): void
  /** The oldest undecided one of this kind, now or when it comes. */
  next(kind: DecisionKind): Promise<Decision>
  setPolicies(policies: Partial<WalletPolicies>): void
  /** Drops delayed answers and lets waiting `next` calls fail. */
  close(): void
}

interface Waiter {
  readonly kind: DecisionKind
  resolve(decision: Decision): void
  reject(error: Error): void
}

/** @param onError told when an automatic answer fails, since nobody awaits it */
export function createDecisionDesk(initial: WalletPolicies, onError: (error: unknown) => void): DecisionDesk {
  let policies = initial
  let pending: Decision[] = []
  let waiters: Waiter[] = []
  // The client library reports a proposal again when the relay delivers it again; a user sees one prompt.
  const seen = new Set<string>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const unattended = (answer: Promise<void>) => void answer.catch(onError)
  const settle = (decision: Decision, verdict: 'approve' | 'reject', approval?: PartialApproval) =>
    unattended(verdict === 'approve' ? decision.approve(approval) : decision.reject(userRejected))

  function queue(decision: Decision): void {
    const waiter = waiters.find(({ kind }) => kind === decision.kind)
    waiters = waiters.filter((other) => other !== waiter)
    if (waiter) waiter.resolve(decision)
    else pending.push(decision)
  }

  return {
    get pending() {
      return [...pending]
    },
    receive(decision) {
      const name = `${decision.kind}/${decision.id}`
      if (seen.has(name)) return
      seen.add(name)
      const policy = policies[decision.kind]
      if (policy === 'ignore') return
      if (policy === 'queue') queue(decision)
      else if (typeof policy === 'string') settle(decision, policy)
      else if ('approve' in policy) settle(decision, 'approve', policy.approve)
      else if ('reject' in policy) unattended(decision.reject(policy.reject))
      else {
        const timer = setTimeout(() => {
          timers.delete(timer)
          settle(decision, policy.verdict)
        }, policy.after)
        timers.add(timer)
      }
    },
    next(kind) {
      const decision = pending.find((waiting) => waiting.kind === kind)
      pending = pending.filter((waiting) => waiting !== decision)
      if (decision) return Promise.resolve(decision)
      return new Promise((resolve, reject) => waiters.push({ kind, resolve, reject }))
    },
    setPolicies(changes) {
      policies = { ...policies, ...changes }
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      const left = waiters
      waiters = []
      for (const waiter of left) waiter.reject(new Error(`The wallet closed before a ${waiter.kind} came.`))
    },
  }
}
