// What chains and wallets tell of what an account holds. Loaded when it is read, so that no first load carries it.
import { BaseError } from '../errors/base.js'
import { readField } from '../errors/readField.js'
import type { Multiplier } from '../keys/multiplier.js'
import { checkAmount, isAmount } from './capabilities/amount.js'
import type { TokenAmount } from './capabilities/balance.js'
import type { WalletAsset } from './capabilities/walletAssets.js'
import { copyList } from './copyList.js'

/** No account that a person uses holds more, and no wallet lists more. */
const limit = 10_000

/**
 * @param isWhole Whether all that the account holds was asked for: then what is no amount is left out.
 * @param largest What the chain says is its largest amount.
 * @throws BaseError `AMOUNT_INVALID` when a token that was asked for has no amount, or the answer is no list.
 */
export function checkTokenAmounts(
  answer: unknown,
  isWhole: boolean,
  largest: unknown,
): readonly TokenAmount[] {
  const list = copyList(answer, limit) as readonly TokenAmount[] | undefined
  if (list && isWhole) return list.filter((amount) => isAmount(amount, largest))
  return (list ?? [undefined as never]).map((amount) => checkAmount(amount, largest))
}

/** @throws BaseError `AMOUNT_INVALID` unless it is a list of so many multipliers, or `undefined` in the place of one. */
export function checkMultipliers(answer: unknown, count: number): readonly (Multiplier | undefined)[] {
  const list = copyList(answer, Math.max(limit, count)) as readonly (Multiplier | undefined)[] | undefined
  const isPart = (value: unknown) => typeof value === 'bigint' && value > 0n
  const isSound = (one: Multiplier | undefined) =>
    one === undefined || (isPart(readField(one, 'numerator')) && isPart(readField(one, 'denominator')))
  if (list?.length === count && list.every(isSound)) return list
  throw multiplierInvalid()
}

const multiplierInvalid = () =>
  new BaseError('The amounts of a token can’t be read.', {
    code: 'AMOUNT_INVALID',
    metaMessages: ['Expected one multiplier for each token: two bigints above 0, or undefined.'],
  })

/** The assets whose amount is one; `undefined` for what is no list. */
export function findSoundAssets(answer: unknown): readonly WalletAsset[] | undefined {
  const list = copyList(answer, limit) as readonly WalletAsset[] | undefined
  return list?.filter((asset) => isAmount(readField(asset, 'amount')))
}
