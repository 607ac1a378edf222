// What chains and wallets tell of what an account holds. Loaded when it is read, so that no first load carries it.
import { checkAmount, isAmount } from './capabilities/amount.js'
import type { TokenAmount } from './capabilities/balance.js'
import type { WalletAsset } from './capabilities/walletAssets.js'
import { copyList } from './copyList.js'

export { checkAmount }

/** No account that a person uses holds more, and no wallet lists more. */
const limit = 10_000

/**
 * @param isWhole Whether all that the account holds was asked for: then what is no amount is left out.
 * @throws BaseError `AMOUNT_INVALID` when a token that was asked for has no amount, or the answer is no list.
 */
export function checkTokenAmounts(answer: unknown, isWhole: boolean): readonly TokenAmount[] {
  const list = copyList(answer, limit) as readonly TokenAmount[] | undefined
  if (list && isWhole) return list.filter(isAmount)
  return (list ?? [undefined as never]).map(checkAmount)
}

/** The assets whose amount is one; `undefined` for what is no list. */
export function findSoundAssets(answer: unknown): readonly WalletAsset[] | undefined {
  const list = copyList(answer, limit) as readonly WalletAsset[] | undefined
  return list?.filter((asset) => isAmount(asset?.amount))
}
