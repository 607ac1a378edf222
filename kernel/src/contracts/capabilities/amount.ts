import { say } from '#sentences'
import { BaseError } from '../../errors/base.js'
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

/** Whether a value is an amount: see {@link checkAmount}. */
export function isAmount(amount: unknown): amount is Amount {
  const { value, moved = 0n, decimals, symbol } = (amount ?? {}) as Partial<Amount>
  const hasDecimals =
    Number.isInteger(decimals) && (decimals as number) >= 0 && (decimals as number) <= decimalsLimit
  const isCount = (count: unknown) => typeof count === 'bigint' && count >= 0n
  return isCount(value) && isCount(moved) && hasDecimals && typeof symbol === 'string'
}

/**
 * Takes an amount from a plugin, where it enters the kernel.
 * @throws BaseError `AMOUNT_INVALID` unless `value`, and `moved` where it is given, is a bigint of at least 0, `decimals` a whole number from 0 to 77 and
 *   `symbol` a text.
 */
export function checkAmount<A extends Amount>(amount: A): A {
  if (isAmount(amount)) return amount
  const { value, decimals } = (amount ?? {}) as Partial<Amount>
  throw new BaseError('A plugin answered with an amount that cannot be used.', {
    code: 'AMOUNT_INVALID',
    metaMessages: [say('amount', typeof amount, typeof value, decimals), say('amountHelp')],
  })
}
