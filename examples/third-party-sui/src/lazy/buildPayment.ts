import { Transaction } from '@mysten/sui/transactions'
import { toBase64 } from '@mysten/sui/utils'
import type { Coin } from '../node.js'

export interface PaymentParts {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Pay the fee as well as the amount. Empty for a question about the fee alone. */
  readonly coins: readonly Coin[]
  readonly price: bigint
  /** The most that the network may take. */
  readonly budget: bigint
}

/** Builds a payment with its coins, price and limit set, so that the wallet, which builds it once more, gets the same bytes. */
export async function buildPayment({ from, to, amount, coins, price, budget }: PaymentParts) {
  const transaction = new Transaction()
  transaction.setSender(from)
  transaction.setGasPrice(price)
  transaction.setGasBudget(budget)
  transaction.setGasPayment(
    coins.map(({ coinObjectId, version, digest }) => ({ objectId: coinObjectId, version, digest })),
  )
  const [part] = transaction.splitCoins(transaction.gas, [amount])
  transaction.transferObjects([part], to)
  const bytes = await transaction.build()
  return { bytes: toBase64(bytes), json: await transaction.toJSON() }
}
