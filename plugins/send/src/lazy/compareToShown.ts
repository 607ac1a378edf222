import type { Amount, BalanceChange } from '@latchkey/kernel/contracts'
import type { SendPreview, SendState } from '../Sender.js'
import { subjectOf } from './reviewUnanswered.js'

/**
 * What a person who has read one preview has to look at again in the next: a higher fee, another amount, less for
 * anybody, or something new to know. `undefined` while all that was read still holds. Pure.
 */
export function compareToShown(
  shown: SendPreview,
  now: SendPreview,
): Extract<SendState['notice'], 'feeChanged' | 'previewChanged'> | undefined {
  const known = new Set(shown.warnings.map(subjectOf))
  const isOther =
    shown.amount.value !== now.amount.value ||
    isCountedAnew(shown.amount, now.amount) ||
    shown.amount.decimals !== now.amount.decimals ||
    shown.amount.symbol !== now.amount.symbol ||
    shown.token.address !== now.token.address ||
    shown.receiver.address !== now.receiver.address ||
    shown.fee.decimals !== now.fee.decimals ||
    now.warnings.some((warning) => !known.has(subjectOf(warning))) ||
    isLess(shown, now)
  if (isOther) return 'previewChanged'
  return now.fee.value > shown.fee.value ? 'feeChanged' : undefined
}

/**
 * The same for a preview that changes while the person reads: a fee that rose by less than a hundredth, and by less than
 * a thousandth of a coin, asks for no second look. What a press confirms is still compared to the last unit. Pure.
 */
export function compareToRead(read: SendPreview, now: SendPreview): ReturnType<typeof compareToShown> {
  const change = compareToShown(read, now)
  return change === 'feeChanged' && isNegligible(read.fee, now.fee.value - read.fee.value)
    ? undefined
    : change
}

function isNegligible(fee: Amount, risen: bigint): boolean {
  return risen * 100n < fee.value && risen * 1_000n < 10n ** BigInt(fee.decimals)
}

/**
 * Whether anybody ends with less than was predicted. What a chain cannot predict cannot be compared, and a higher fee,
 * which some chains count in, is told by itself.
 */
function isLess(shown: SendPreview, now: SendPreview): boolean {
  if (!shown.changes || !now.changes) return false
  const before = sums(shown.changes)
  const after = sums(now.changes)
  const risen = now.fee.value > shown.fee.value ? now.fee.value - shown.fee.value : 0n
  return [...new Set([...before.keys(), ...after.keys()])].some((key) => {
    const allowed = key.endsWith(` ${now.fee.symbol}`) ? risen : 0n
    return (after.get(key) ?? 0n) + allowed < (before.get(key) ?? 0n)
  })
}

/**
 * Whether a token's amounts are multiplied by another number than before: the same amount on screen would move another. Interest
 * that grows while a person reads is less than a thousandth.
 */
function isCountedAnew(before: Amount, after: Amount): boolean {
  const [one, other] = [before.moved ?? before.value, after.moved ?? after.value]
  const apart = one > other ? one - other : other - one
  return apart * 1_000n > one
}

function sums(changes: readonly BalanceChange[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { address, amount } of changes) {
    const key = `${address} ${amount.symbol}`
    found.set(key, (found.get(key) ?? 0n) + amount.value)
  }
  return found
}
