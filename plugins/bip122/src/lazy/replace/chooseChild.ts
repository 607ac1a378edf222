import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo } from '../../utxoSource.js'
import type { PayingAccount } from '../send/payingAccount.js'
import { dustOf } from '../send/paymentOutput.js'
import { feeAt, milliRate, satoshiAByte } from '../send/milliRate.js'
import { highestRate } from '../send/planPayment.js'
import { type Selection, selectCoins } from '../send/selectCoins.js'
import { sendError } from '../send/sendErrors.js'
import { sumOf } from '../send/usableCoins.js'
import type { WaitingTransaction } from './readPackage.js'

export interface ChildQuestion {
  readonly network: BitcoinNetwork
  readonly account: PayingAccount
  /** What the pending transaction pays the account and nothing spends. */
  readonly coins: readonly Utxo[]
  /** The pending transaction, and the ones it waits for. */
  readonly waiting: readonly WaitingTransaction[]
  /** Satoshis per virtual byte that today's blocks ask for. */
  readonly rate: number
}

export interface Child {
  readonly selection: Selection
  /** Satoshis per virtual byte of what is carried: before, and with the child. */
  readonly before: number
  readonly after: number
}

/**
 * A child that brings the pending transaction, itself and each ancestor that pays too little to the rate. A miner takes an ancestor that
 * pays enough by itself without the child: what such a one pays more doesn't help those after it, and isn't counted. It spends as few
 * coins as carry the fee, the largest first.
 *
 * @throws BaseError `CHILD_NOT_NEEDED`, `CHILD_TOO_EXPENSIVE`
 */
export function chooseChild({ network, account, coins, waiting, rate: asked }: ChildQuestion): Child {
  const rate = milliRate(asked)
  const lacks = (some: readonly WaitingTransaction[]) => feeAt(rate, sizeOf(some)) - feeOf(some)
  const carried = waiting.filter((one, index) => index === 0 || lacks([one]) > 0n)
  const lack = lacks(carried)
  if (lack <= 0n) throw sendError('CHILD_NOT_NEEDED')
  const ask = (some: readonly Utxo[], feeRate: bigint) =>
    selectCoins({ account, network, coins: some, outputs: [], restTo: account.address, feeRate })
  // At the wanted rate, coins that cost more than they bring are left where they are.
  const paying = [...(ask(coins, rate)?.coins ?? [])].sort((one, other) => (one.value < other.value ? 1 : -1))
  const spend = (count: number) => {
    const plain = ask(paying.slice(0, count), satoshiAByte)
    if (!plain) return undefined
    const { coins: spent, size } = plain
    const fee = feeAt(rate, size) + lack
    return { coins: spent, size, fee, change: sumOf(spent) - fee }
  }
  const isEnough = (count: number) => (spend(count)?.change ?? 0n) >= dustOf(account.script)
  const found = spend(fewest(paying.length, isEnough))
  if (!found) throw tooExpensive(sumOf(coins))
  const { size, fee, change } = found
  if (change < dustOf(account.script) || fee > size * BigInt(highestRate))
    throw tooExpensive(sumOf(coins), fee)
  const rateOf = (paid: bigint, room: bigint) => Math.floor((Number(paid) / Number(room)) * 100) / 100 // no money: a rate
  return {
    selection: { ...found, leftOut: [] },
    before: rateOf(feeOf(carried), sizeOf(carried)),
    after: rateOf(feeOf(carried) + fee, sizeOf(carried) + size),
  }
}

/** The least count that is enough, where each one more helps; `most` where none is. */
function fewest(most: number, isEnough: (count: number) => boolean): number {
  let least = 1
  let enough = most
  while (least < enough) {
    const middle = Math.floor((least + enough) / 2) // no money: how many coins
    if (isEnough(middle)) enough = middle
    else least = middle + 1
  }
  return enough
}

const feeOf = (some: readonly WaitingTransaction[]) => some.reduce((sum, { fee }) => sum + fee, 0n)
const sizeOf = (some: readonly WaitingTransaction[]) => some.reduce((sum, { size }) => sum + BigInt(size), 0n)

function tooExpensive(value: bigint, fee?: bigint) {
  return sendError(
    'CHILD_TOO_EXPENSIVE',
    `It pays the address: ${value} sat.`,
    ...(fee === undefined ? [] : [`The fee would be: ${fee} sat.`]),
  )
}
