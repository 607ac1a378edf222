import { type ApprovalCheck, createApprovalCheck, mostStanding } from './checkApprovals.js'
import { type Approval, keyOf } from './findApprovals.js'
import type { StandingAnswer } from './readStanding.js'

/**
 * Keeps room for tokens that the account is known to hold: anybody can make a thousand contracts that say they are approved,
 * and an old approval of real money must not be left out for them. The search goes on for them when the room for others is
 * full.
 *
 * @param known Contracts of the tokens. Without any, all approvals are equal.
 */
export function checkKnownFirst(
  read: (approvals: readonly Approval[]) => Promise<StandingAnswer>,
  known: readonly string[],
): ApprovalCheck {
  const others = createApprovalCheck(read)
  if (known.length === 0) return others
  const contracts = new Set(known.map((one) => one.toLowerCase()))
  const isKnown = ({ contract }: Approval) => contracts.has(contract.toLowerCase())
  const held = createApprovalCheck(read)
  const places = new Map<string, number>()
  const placeOf = (approval: Approval) => places.get(keyOf(approval)) ?? 0

  return {
    async add(approvals) {
      for (const approval of approvals) {
        const key = keyOf(approval)
        if (!places.has(key)) places.set(key, places.size)
      }
      const canAsk = await held.add(approvals.filter(isKnown))
      return (await others.add(approvals.filter((one) => !isKnown(one)))) || canAsk
    },
    async finish() {
      const first = await held.finish()
      const rest = await others.finish()
      const left = mostStanding - first.standing.length
      const standing = [...first.standing, ...rest.standing.slice(0, left)].sort(
        (one, other) => placeOf(one.approval) - placeOf(other.approval),
      )
      return {
        standing,
        unread: first.unread + rest.unread,
        isCut: first.isCut || rest.isCut || rest.standing.length > left,
      }
    },
  }
}
