import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo } from '../../utxoSource.js'
import type { PayingAccount } from '../send/payingAccount.js'
import { dustOf } from '../send/paymentOutput.js'
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
 * A child that spends the coins to the account, with a fee that brings it and all that pays too little to the rate. A miner takes what
 * pays enough by itself without the child: what such a one pays more helps nobody else, and isn't counted.
 *
 * @throws BaseError `CHILD_NOT_NEEDED`, `CHILD_TOO_EXPENSIVE`
 */
export function chooseChild({ network, account, coins, waiting, rate: asked }: ChildQuestion): Child {
  // no money: a rate
  const rate = BigInt(Math.ceil(asked))
  const lacks = (some: readonly WaitingTransaction[]) => rate * sizeOf(some) - feeOf(some)
  const carried = waiting.filter((one) => lacks([one]) > 0n)
  if (carried.length === 0 || lacks(waiting) <= 0n) throw sendError('CHILD_NOT_NEEDED')
  // At a satoshi a byte, the fee is the size.
  const plain = selectCoins({ account, network, coins, outputs: [], restTo: account.address, feeRate: 1 })
  if (!plain) throw tooExpensive(sumOf(coins))
  const size = plain.fee
  const fee = rate * size + lacks(carried)
  const change = sumOf(plain.coins) - fee
  if (change < dustOf(account.script) || fee > size * BigInt(highestRate))
    throw tooExpensive(sumOf(coins), fee)
  const rateOf = (paid: bigint, room: bigint) => Math.floor((Number(paid) / Number(room)) * 10) / 10 // no money: a rate
  return {
    selection: { coins: plain.coins, fee, change, leftOut: [] },
    before: rateOf(feeOf(carried), sizeOf(carried)),
    after: rateOf(feeOf(carried) + fee, sizeOf(carried) + size),
  }
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
