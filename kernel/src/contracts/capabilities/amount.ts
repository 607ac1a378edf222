import { say } from '#sentences'
import { BaseError } from '../../errors/base.js'
import { readField } from '../../errors/readField.js'
import type { Amount } from '../../keys/amount.js'

export type { Amount } from '../../keys/amount.js'

/** A fungible token on a network. `address` is the contract, mint or asset id in the namespace's own form. */
export interface TokenReference {
  readonly address: string
  readonly decimals: number
  readonly symbol: string
  readonly name?: string
  readonly icon?: string
}

/** More decimals than any asset has; beyond, what is shown as an amount is digits without meaning. */
const decimalsLimit = 77

/** 2^256 − 1: no chain keeps an amount in more bits. */
const largestAmount = 2n ** 256n - 1n

const isCount = (count: unknown, largest: bigint): count is bigint =>
  typeof count === 'bigint' && count >= 0n && count <= largest

/**
 * Whether a value is an amount: see {@link checkAmount}.
 *
 * @param told What the chain says is its largest amount. Without a sound one, 2^256 − 1 holds.
 */
export function isAmount(amount: unknown, told?: unknown): amount is Amount {
  try {
    return isSound(amount, told)
  } catch {
    // A getter or a proxy that throws is no amount.
    return false
  }
}

function isSound(amount: unknown, told: unknown): boolean {
  const { value, moved = value, decimals, symbol } = (amount ?? {}) as Partial<Amount>
  const hasDecimals =
    Number.isInteger(decimals) && (decimals as number) >= 0 && (decimals as number) <= decimalsLimit
  const largest = isCount(told, largestAmount) && told > 0n ? told : largestAmount
  // A token may be shown as a multiple of the number that its chain keeps.
  return isCount(value, largestAmount) && isCount(moved, largest) && hasDecimals && typeof symbol === 'string'
}

/**
 * Takes an amount from a plugin, where it enters the kernel.
 *
 * @param largest What the chain says is its largest amount.
 * @throws BaseError `AMOUNT_INVALID` unless `value`, and `moved` where it is given, is a bigint from 0 to what the chain can hold, `decimals` a whole
 *   number from 0 to 77 and `symbol` a text.
 */
export function checkAmount<A extends Amount>(amount: A, largest?: unknown): A {
  if (isAmount(amount, largest)) return amount
  const value: unknown = readField(amount, 'value')
  const decimals: unknown = readField(amount, 'decimals')
  throw new BaseError('A plugin answered with an amount that cannot be used.', {
    code: 'AMOUNT_INVALID',
    metaMessages: [say('amount', typeof amount, typeof value, decimals), say('amountHelp')],
  })
}
