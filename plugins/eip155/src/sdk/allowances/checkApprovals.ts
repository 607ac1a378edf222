import { type Approval, keyOf } from './findApprovals.js'
import type { Standing, StandingAnswer } from './readStanding.js'

/** Approvals that are asked about at once. */
const batchSize = 100
/** Such questions for one list. Anybody can log approvals of anybody, so what is logged bounds nothing. */
const mostChecks = 20
/** Approvals of one contract that are asked about before those of others, and that are listed. */
const mostOfContract = 20
/** Approvals that are listed. */
export const mostStanding = 400

export interface CheckedApprovals extends StandingAnswer {
  /** Some weren't asked about, or stand and aren't listed. */
  readonly isCut: boolean
}

export interface ApprovalCheck {
  /** @returns Whether more can be asked about. */
  add(approvals: readonly Approval[]): Promise<boolean>
  /** Asks about the rest. Newest first, as they were added. */
  finish(): Promise<CheckedApprovals>
}

/**
 * Has approvals read from their contracts while they are searched for. Those that don't stand take no place of others,
 * and contracts with many wait for the rest.
 */
export function createApprovalCheck(
  read: (approvals: readonly Approval[]) => Promise<StandingAnswer>,
): ApprovalCheck {
  const queue = createQueue()
  const listing = createListing()
  let checks = 0
  let unread = 0

  const canAsk = () => checks < mostChecks && !listing.isFull()

  async function askNext(): Promise<void> {
    const batch = queue.take(batchSize).filter(listing.hasRoomFor)
    if (batch.length === 0) return
    checks += 1
    const answer = await read(batch)
    unread += answer.unread
    answer.standing.forEach(listing.add)
  }

  return {
    async add(approvals) {
      approvals.forEach(queue.add)
      while (queue.size() >= batchSize && canAsk()) await askNext()
      return canAsk()
    },
    async finish() {
      queue.addPostponed()
      while (queue.size() > 0 && canAsk()) await askNext()
      const standing = listing
        .all()
        .sort((left, right) => queue.placeOf(left.approval) - queue.placeOf(right.approval))
      return { standing, unread, isCut: listing.isCut() || queue.size() > 0 }
    },
  }
}

/** Approvals in the order in which they are asked about, each once. */
function createQueue() {
  const places = new Map<string, number>()
  const counts = new Map<string, number>()
  const waiting: Approval[] = []
  const postponed: { readonly approval: Approval; readonly round: number }[] = []
  return {
    size: () => waiting.length,
    take: (count: number) => waiting.splice(0, count),
    placeOf: (approval: Approval) => places.get(keyOf(approval)) ?? 0,
    add(approval: Approval): void {
      const key = keyOf(approval)
      if (places.has(key)) return
      places.set(key, places.size)
      const before = counts.get(approval.contract) ?? 0
      counts.set(approval.contract, before + 1)
      const round = Math.floor(before / mostOfContract)
      if (round === 0) waiting.push(approval)
      else postponed.push({ approval, round })
    },
    /** Contracts with the most come last. */
    addPostponed(): void {
      postponed.sort((left, right) => left.round - right.round)
      for (const { approval } of postponed.splice(0)) waiting.push(approval)
    },
  }
}

/** What stands, within what is listed. */
function createListing() {
  const standing: Standing[] = []
  const counts = new Map<string, number>()
  let isCut = false
  const isFull = () => standing.length >= mostStanding

  /** Told apart from none: something is left out. */
  function hasRoomFor({ contract }: Approval): boolean {
    const has = !isFull() && (counts.get(contract) ?? 0) < mostOfContract
    if (!has) isCut = true
    return has
  }
  return {
    isFull,
    hasRoomFor,
    isCut: () => isCut,
    all: () => [...standing],
    add(one: Standing): void {
      const { contract } = one.approval
      if (!hasRoomFor(one.approval)) return
      counts.set(contract, (counts.get(contract) ?? 0) + 1)
      standing.push(one)
    },
  }
}
