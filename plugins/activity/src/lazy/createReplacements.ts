import {
  askedWallet,
  createTransactionFlow,
  type Danger,
  decisionWords,
  outcomeOf,
  refuseUnaccepted,
  TransactionSettled,
  TransactionSubmitted,
} from '@latchkey/kernel/transaction'
import { kernelErrorFrom, PendingTransactionRoute } from '@latchkey/kernel/wallet'
import {
  namespaceOf,
  type PreparedReplacement,
  Replace,
  type ReplaceDecision,
  type ReplaceWay,
  type SubmittedReplacement,
  type TransactionRecord,
} from '@latchkey/kernel/contracts'
import type { NetworkId, Words } from '@latchkey/kernel/plugin'
import { replacementDangers } from '../replacementDangers.js'
import type { OwnTransactions } from './createOwnTransactions.js'
import type { Tools } from './tools.js'

export interface Replacements {
  replace(
    prepared: PreparedReplacement,
    pending: TransactionRecord,
    accepted?: readonly Danger[],
  ): Promise<void>
  /** Stops waiting for the wallet, whose late answer still counts; or leaves what is told of a replacement. */
  forget(id: string): void
  /** Takes up what an earlier page replaced and did not see decided. */
  resume(): void
}

/** Two transactions of which one goes through. */
interface Pair {
  readonly address: string
  readonly way: ReplaceWay
  /** The one that was to be replaced. */
  readonly old: TransactionRecord
  readonly fresh: TransactionRecord
}

/** Has wallets replace pending transactions, and tells which of the two the chain took. */
export function createReplacements(tools: Tools, own: OwnTransactions): Replacements {
  const { state } = tools
  const follower: Follower = { tools, own }
  const flow = createTransactionFlow(tools)
  /** What wallets have sent: a press that comes late follows none of it twice. */
  const sent = new WeakSet<PreparedReplacement>()

  function ask(prepared: PreparedReplacement, old: TransactionRecord): Promise<void> {
    const { way } = prepared
    const { id } = old
    // Another account may have made what a child pays for.
    const { from: address = '' } = way === 'child' ? prepared.record : old
    return flow.ask<SubmittedReplacement>(prepared, {
      wallet: walletOf(tools, old.networkId, address),
      asking: () => {
        state.replacements[id] = { way, phase: 'asking' }
      },
      submit: () => prepared.submit(),
      outcomeOf: (cause) => outcomeOf(cause, prepared),
      // A late answer is shown too: each transaction has a place of its own.
      sent(submitted) {
        sent.add(prepared)
        follow(follower, { address, way, old, fresh: recordOf(prepared, old, submitted.id) }, submitted)
      },
      failed({ cause, outcome }) {
        const phase = outcome === 'unknown' ? 'lost' : 'refused'
        state.replacements[id] = { way, phase, error: kernelErrorFrom(cause) }
      },
    })
  }

  return {
    async replace(prepared, old, accepted) {
      const { id } = old
      if (state.replacements[id]?.phase === 'asking' || sent.has(prepared)) return
      const error = refuseUnaccepted(replacementDangers(prepared), accepted)
      if (error) {
        state.replacements[id] = { way: prepared.way, phase: 'refused', error }
        return
      }
      // Somebody who stopped waiting and presses again waits for the same answer.
      if (flow.isAsking(prepared)) state.replacements[id] = { way: prepared.way, phase: 'asking' }
      await flow.press(prepared, () => ask(prepared, old))
    },
    forget(id) {
      const known = state.replacements[id]
      if (known?.phase === 'asking') state.replacements[id] = { way: known.way, phase: 'lost' }
      else delete state.replacements[id]
    },
    resume: () => resume(follower),
  }
}

/** Takes up what an earlier page replaced and did not see decided. */
function resume(follower: Follower): void {
  const { wallets, log } = follower.tools
  for (const { address, record: fresh, replaces, sentAt } of follower.own.replacing()) {
    const { networkId, id } = fresh
    const capability = wallets.chain(networkId, Replace)
    if (!replaces || !capability) continue
    const { record: old, way, trail } = replaces
    const earlier = { networkId, from: address, id, sentAt, replaced: old.id, way }
    capability
      .follow({ ...earlier, ...(trail === undefined ? {} : { trail }) })
      .then((submitted) => {
        const pair = { address, way, old, fresh }
        if (replaces.isUnsure) void place(follower, pair, submitted)
        return wait(follower, pair, submitted)
      })
      .catch((cause: unknown) => log.warn('A replacement could not be followed.', cause))
  }
}

/** The wallet that is asked, as far as one is connected that has the account. */
function walletOf({ wallets }: Tools, networkId: NetworkId, address: string) {
  const found = wallets.find({ namespace: namespaceOf(networkId), networkId, address })
  return found ? askedWallet(wallets, found) : { name: '', isThere: () => true }
}

interface Follower {
  readonly tools: Tools
  readonly own: OwnTransactions
}

/** It is recorded at once: the page may be left before the chain tells what the wallet made. */
function follow(follower: Follower, pair: Pair, submitted: SubmittedReplacement): void {
  const { tools, own } = follower
  const { address, way, old, fresh } = pair
  tools.state.replacements[old.id] = { way, phase: 'pending', id: fresh.id }
  own.addUnsure({ address, record: fresh, replaces: { record: old, way } })
  tools.context.emit(TransactionSubmitted, { address, record: fresh })
  void place(follower, pair, submitted)
  void wait(follower, pair, submitted)
}

/** One entry in the list or two: only the chain can tell what the wallet made. */
async function place(
  { tools, own }: Follower,
  { way, old, fresh: { id } }: Pair,
  submitted: SubmittedReplacement,
): Promise<void> {
  const [takesPlace, trail] = await Promise.all([submitted.takesPlace, submitted.trail])
  if (tools.context.signal.aborted) return
  own.place(id, takesPlace, trail)
  const { replacements } = tools.state
  if (takesPlace === false && replacements[old.id]?.phase === 'pending') {
    replacements[old.id] = { way, phase: 'apart', id }
  }
}

async function wait(follower: Follower, pair: Pair, submitted: SubmittedReplacement): Promise<void> {
  const { tools, own } = follower
  const { state, context, log } = tools
  const { old, way } = pair
  try {
    const decision = await submitted.wait(context.signal)
    if (isSpedUp(own, pair, decision)) {
      // It is told of the one that took its place.
      delete state.replacements[old.id]
      return
    }
    tellDecided(follower, pair, decision)
    const { which, status, taken: id, outcome } = decision
    const reason = decisionWords(decision)
    state.replacements[old.id] = {
      ...{ way, which, status, id },
      phase: which === 'apart' ? 'apart' : 'decided',
      ...(reason === undefined ? {} : { reason }),
      ...(outcome === undefined ? {} : { outcome }),
    }
    showSurprise(tools, old.id, reason)
  } catch (cause) {
    if (context.signal.aborted) return
    // It stays in the list: the next page asks again.
    log.warn('The outcome of a replacement could not be followed.', cause)
    const error = kernelErrorFrom(cause)
    state.replacements[old.id] = { way, phase: 'undecided', id: submitted.id, error }
  }
}

/** Whether what spent the money of a child is what the person put in its place. */
const isSpedUp = (own: OwnTransactions, { way, fresh }: Pair, { which, taken }: ReplaceDecision): boolean =>
  way === 'child' &&
  which === 'other' &&
  (own.replaced().has(fresh.id) || own.replacing().some(({ record }) => record.id === taken))

function tellDecided(
  { tools, own }: Follower,
  { address, way, old, fresh }: Pair,
  { which, taken, status }: ReplaceDecision,
): void {
  // What a third transaction did isn't known here: the new one is told to have come to nothing.
  const id = which === 'other' && status === 'failed' ? fresh.id : taken
  const record = { ...(which === 'original' ? old : fresh), id, status }
  const decided = { address, record, submittedAs: fresh.id }
  // A child goes through beside the transaction that it pays for.
  if (way === 'child') own.decide(decided)
  else if (which !== 'apart') own.decide(decided, [old.id, fresh.id])
  tools.context.emit(TransactionSettled, decided)
}

/** The same transaction with another fee, or the one that cancels it. */
function recordOf(
  { way, record, fee }: PreparedReplacement,
  old: TransactionRecord,
  id: string,
): TransactionRecord {
  const { minedAt: _, ...same } = old
  return way === 'faster' ? { ...same, id, fee, status: 'pending' } : { ...record, id }
}

/** What the person didn't ask for is said wherever they are. */
function showSurprise({ navigation, notifications }: Tools, id: string, reason: Words | undefined): void {
  if (reason === undefined) return
  const { name, params } = navigation.state.entries.at(-1) ?? {}
  const isShown =
    name === PendingTransactionRoute.name && (params as { readonly id?: string } | undefined)?.id === id
  if (!isShown) notifications.toast(reason, { type: 'error' })
}
