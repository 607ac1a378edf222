import type { ActiveWallet, Bound } from '@latchkey/kernel/wallet'
import { type Amount, Balance, type SendCapability } from '@latchkey/kernel/contracts'
import type { ReadBill } from '../bill/readBill.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'

/** Coin that a swap must leave for the payment after it. */
export interface KeptCoin {
  /** What the account holds. `undefined` where the chain tells no balances: nothing can be checked then. */
  readonly held: bigint | undefined
  /** What the payment needs beside its sum. `undefined` where the chain doesn't tell. */
  readonly reserve: bigint | undefined
}

/** @throws what `SendCapability.reserve` throws: the bill couldn't be paid after the swap, either. */
export async function readKeptCoin(
  { wallets }: PayerTools,
  { bill, units, token }: ReadBill,
  { networkId, account: { address } }: ActiveWallet,
  sending: Bound<SendCapability>,
  signal: AbortSignal,
): Promise<KeptCoin> {
  const { receiver: to, memo, decimals, symbol } = bill
  const [coin, reserve] = await Promise.all([
    wallets.chain(networkId, Balance)?.native({ networkId, address }),
    sending.reserve?.({
      ...{ to, amount: units, signal },
      ...(token === undefined ? {} : { token: { address: token, decimals, symbol } }),
      ...(memo === undefined ? {} : { memo }),
    }),
  ])
  return { held: coin?.value, reserve: reserve?.value }
}

/** What a swap may sell of the coin. */
export function spendable({ held, reserve = 0n }: KeptCoin, { value }: Amount): bigint {
  if (held === undefined) return value
  const most = held - reserve
  if (most <= 0n) throw payError('PAY_COIN_SHORT')
  return most < value ? most : value
}

/**
 * Whether the payment can still be made once the swap is done. Where the chain doesn't tell what it needs, it needs what the
 * swap does.
 *
 * @param leaving Coin that leaves the account with the swap, without the fee.
 * @throws BaseError `PAY_COIN_SHORT`
 */
export function checkKeptCoin(
  { held, reserve }: KeptCoin,
  leaving: bigint,
  fee: bigint,
  cause?: unknown,
): void {
  if (held === undefined) return
  const left = held - leaving - fee
  const needed = reserve ?? fee
  if (left >= needed) return
  throw payError('PAY_COIN_SHORT', {
    cause,
    metaMessages: [`Left after the swap: ${left} in the smallest unit.`, `Needed: ${needed}.`],
  })
}
