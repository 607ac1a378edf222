import type { BalanceChange, Collectible } from '@latchkey/kernel/contracts'
import type { NamespaceContribution } from '@latchkey/kernel/plugin'

export interface CollectibleTrial {
  readonly changes: readonly BalanceChange[] | undefined
  readonly item: Pick<Collectible, 'address' | 'id'>
  readonly amount: bigint
  readonly owner: string
  readonly isSameAddress: NamespaceContribution['isSameAddress']
}

export interface TrialVerdict {
  /** Leave the account beside the item that was chosen, or more of it than was chosen. */
  readonly losses: readonly BalanceChange[]
  /** The item itself stays. */
  readonly stays: boolean
}

/** Judges whether a trial run takes out of the account what was chosen, and nothing else. Pure. */
export function judgeTrial({ changes, item, amount, owner, isSameAddress }: CollectibleTrial): TrialVerdict {
  // A notice says that there was none.
  if (!changes) return { losses: [], stays: false }
  const lost = changes.filter((one) => isSameAddress(one.address, owner) && one.amount.value < 0n)
  const isItem = (one: BalanceChange) =>
    one.asset !== undefined && isSameAddress(one.asset, item.address) && one.collectible?.id === item.id
  return {
    losses: lost.filter((one) => !isItem(one) || -one.amount.value > amount),
    stays: lost.length === 0,
  }
}
