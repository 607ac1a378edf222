import { Calls, type PreparedCalls } from '@latchkey/kernel/contracts'
import { subjectOfLosses } from '@latchkey/kernel/transaction'
import { type ListedApproval, mostAtOnce, type PreparedRevoke } from '../ApprovalsService.js'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { approvalsChanged } from './approvalsChanged.js'
import type { ControllerTools } from './createController.js'

type Attempt = (approvals: readonly ListedApproval[]) => Promise<PreparedCalls>

/** Checks what takes approvals back. A token that refuses to be revoked doesn't keep others from it. */
export async function prepareRevoke(
  { wallets, state }: Pick<ControllerTools, 'wallets' | 'state'>,
  shownOf: string | undefined,
  ids: readonly string[],
): Promise<PreparedRevoke> {
  const wallet = wallets.active()
  const chosen = state.approvals.filter(({ id }) => ids.includes(id))
  if (!wallet || wallet.accountId !== shownOf || chosen.length !== ids.length) throw approvalsChanged()
  const capability = wallet.use(Calls)
  if (!capability) throw wallet.refusal(Calls) ?? approvalsChanged()
  const attempt: Attempt = (list) => capability.prepare({ calls: list.flatMap(({ revoke }) => revoke) })
  const { accountId } = wallet
  const first = chosen.slice(0, mostAtOnce)
  try {
    return withDangers(wallet, { accountId, approvals: first, leftOut: [], calls: await attempt(first) })
  } catch (cause) {
    const approvals = first.length > 1 ? await findSound(attempt, first) : []
    // What fails for each, or only for all together, isn't the fault of some.
    if (approvals.length === 0 || approvals.length === first.length) throw cause
    const leftOut = first.filter((one) => !approvals.includes(one))
    return withDangers(wallet, { accountId, approvals, leftOut, calls: await attempt(approvals) })
  }
}

function withDangers(
  { account, contribution: { isSameAddress } }: ActiveWallet,
  prepared: Omit<PreparedRevoke, 'dangers'>,
): PreparedRevoke {
  const { changes = [] } = prepared.calls
  const losses = changes.filter((one) => isSameAddress(one.address, account.address) && one.amount.value < 0n)
  const dangers = losses.length === 0 ? [] : [{ subject: subjectOfLosses(losses), losses }]
  return { ...prepared, dangers }
}

/** Trials that run at the same time. */
const groupSize = 5

/** Those that can be taken back alone. */
async function findSound(
  attempt: Attempt,
  approvals: readonly ListedApproval[],
): Promise<readonly ListedApproval[]> {
  const sound: ListedApproval[] = []
  for (let start = 0; start < approvals.length; start += groupSize) {
    const group = approvals.slice(start, start + groupSize)
    const results = await Promise.allSettled(group.map((one) => attempt([one])))
    sound.push(...group.filter((_, place) => results[place]?.status === 'fulfilled'))
  }
  return sound
}
