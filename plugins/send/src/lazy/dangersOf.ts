import type { BalanceChange, TokenReference } from '@latchkey/kernel/contracts'
import type { NamespaceContribution } from '@latchkey/kernel/plugin'
import { subjectOfLosses } from '@latchkey/kernel/transaction'
import type { SendDanger, SendWarning } from '../Sender.js'
import { subjectOf } from './reviewUnanswered.js'

export interface DangerFacts {
  readonly warnings: readonly SendWarning[]
  /** In the namespace's own form. */
  readonly receiver: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** Leave the account by a trial run, and were not asked for. */
  readonly losses: readonly BalanceChange[]
}

const kinds: Readonly<Record<string, SendDanger['kind']>> = {
  ADDRESS_LOOKALIKE: 'lookalike',
  NAMED_ADDRESS_LOOKALIKE: 'lookalike',
  SEND_MAY_REPEAT: 'mayRepeat',
  SEND_SENT_AFTER_ALL: 'repeats',
}

/** Lists what a person has to accept before the wallet is asked, one of each kind. Pure. */
export function dangersOf({ warnings, receiver, amount, losses }: DangerFacts): readonly SendDanger[] {
  const found = warnings
    .filter(({ needsConsent }) => needsConsent)
    .map((warning): SendDanger => {
      const kind = kinds[warning.code] ?? 'lost'
      const name = kind === 'lookalike' ? warning.parameters?.['name'] : undefined
      const subject = `${kind} ${receiver} ${isAboutEarlier(kind) ? subjectOf(warning) : ''}`
      return { kind, subject, size: amount, ...(typeof name === 'string' ? { name } : {}) }
    })
  const own = found.filter(({ kind }, place) => found.findIndex((one) => one.kind === kind) === place)
  if (losses.length === 0) return own
  return [...own, { kind: 'losesMore', subject: subjectOfLosses(losses), losses }]
}

const isAboutEarlier = (kind: SendDanger['kind']) => kind === 'mayRepeat' || kind === 'repeats'

export interface TrialFacts {
  readonly changes: readonly BalanceChange[] | undefined
  readonly token: TokenReference | undefined
  readonly amount: { readonly value: bigint; readonly moved?: bigint }
  readonly sender: string
  readonly isSameAddress: NamespaceContribution['isSameAddress']
}

const movedOf = ({ value, moved = value }: TrialFacts['amount']) => moved

/** Lists what a trial run of a token's sending takes of it beyond the amount. A coin's own transfer can't take more. Pure. */
export function tokenLosses({ changes = [], token, amount, sender, isSameAddress }: TrialFacts) {
  if (!token) return []
  return changes.filter(
    (change) =>
      isSameAddress(change.address, sender) &&
      change.amount.symbol === token.symbol &&
      change.amount.decimals === token.decimals &&
      -movedOf(change.amount) > movedOf(amount),
  )
}
