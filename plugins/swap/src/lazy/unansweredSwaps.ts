import type { SendNotice } from '@latchkey/kernel/contracts'
import type { SwapTarget } from '../Swapper.js'
import { unansweredSwapsKey } from '../unansweredSwapsKey.js'
import type { Current } from './createPreviewer.js'
import { createPendingSwaps, type PendingSwap } from './pendingSwaps.js'
import { pendingOf } from './swapRecords.js'
import type { SwapperTools } from './SwapperTools.js'

type UnansweredTools = Pick<SwapperTools, 'storage' | 'clock' | 'wallets'>

const listOf = ({ storage, clock }: UnansweredTools) => createPendingSwaps(storage, clock, unansweredSwapsKey)

/**
 * Remembers a swap before the wallet is asked, because the page may be gone before the wallet answers.
 *
 * @returns forgets it: call it when the wallet has named a transaction, and when it is certain that nothing was sent
 */
export function askSwap(tools: UnansweredTools, held: Current): () => void {
  const { clock } = tools
  // Two tabs may ask in the same millisecond.
  const id = crypto.getRandomValues(new BigUint64Array(1)).join('')
  const swap = pendingOf(id, held, clock.now())
  const pending = listOf(tools)
  pending.put(swap)
  return () => decide(tools, swap)
}

/** Warns of a swap of this account that a wallet had and didn't answer: it may have been made. */
export function noticesOfUnanswered(tools: UnansweredTools, target: SwapTarget): readonly SendNotice[] {
  const found = unansweredOf(tools, target)[0]
  if (!found) return []
  const { amount } = found.sold
  return [
    {
      code: 'SWAP_MAY_REPEAT',
      severity: 'warning',
      message:
        'An earlier swap may have been made: the wallet was asked and didn’t say what came of it. Look at your activity in the wallet before you swap again.',
      parameters: { amount: { ...amount }, askedAt: found.sentAt },
    },
  ]
}

/** When the newest swap was asked for that the preview tells of. */
const toldAt = ({ preview }: Current): unknown =>
  preview.notices.find(({ code }) => code === 'SWAP_MAY_REPEAT')?.parameters?.['askedAt']

/** Whether what the preview says of unanswered swaps still holds: another tab may have asked, and a wallet answered. */
export const isUnansweredAsTold = (tools: UnansweredTools, held: Current): boolean =>
  toldAt(held) === unansweredOf(tools, held.ground.target)[0]?.sentAt

/** Forgets those of the account that the user was warned of, and has swapped again. Nobody has looked for a later one. */
export function settleUnanswered(tools: UnansweredTools, held: Current): void {
  const newest = toldAt(held)
  if (typeof newest !== 'number') return
  for (const swap of unansweredOf(tools, held.ground.target)) if (swap.sentAt <= newest) decide(tools, swap)
}

function unansweredOf(tools: UnansweredTools, target: SwapTarget): readonly PendingSwap[] {
  const isSameAddress = tools.wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
  return listOf(tools)
    .list()
    .filter(({ networkId, address, decision }) => {
      const isOpen = decision === undefined && networkId === target.networkId
      return isOpen && isSameAddress(address, target.address)
    })
}

/** A decision keeps it out of the list, whichever tab wrote it; its status doesn't matter here. */
function decide(tools: UnansweredTools, swap: PendingSwap): void {
  listOf(tools).put({ ...swap, decision: { status: 'confirmed', at: tools.clock.now() } })
}
