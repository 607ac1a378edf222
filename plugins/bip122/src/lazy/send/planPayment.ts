import { featureMissing } from '@latchkey/kernel/chain'
import type { Amount, SendRequest } from '@latchkey/kernel/contracts'
import type { Clock, LogService } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork, BitcoinNetworks } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'
import type { UtxoSourceService } from '../../utxoSource.js'
import { networkOf } from '../networkOf.js'
import { walletOf } from '../walletOf.js'
import { milliRate } from './milliRate.js'
import { type PayingAccount, payingAccount } from './payingAccount.js'
import { type PaymentOutput, sumOfOutputs } from './paymentOutput.js'
import { type Selection, selectCoins } from './selectCoins.js'
import { sendError } from './sendErrors.js'
import { distinctCoins, sumOf, usableCoins } from './usableCoins.js'

export interface SendTools {
  readonly networks: BitcoinNetworks
  readonly source: () => UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
}

export type PayingRequest = Pick<SendRequest, 'networkId' | 'from' | 'provider' | 'feeLevel' | 'signal'>

/** What a payment is made of, whatever it pays. */
export interface PaymentPlan {
  readonly request: PayingRequest
  readonly network: BitcoinNetwork
  readonly wallet: BitcoinWallet
  readonly account: PayingAccount
  /** Satoshis per virtual byte, with decimals. */
  readonly feeRate: number
  readonly coins: Awaited<ReturnType<UtxoSourceService['utxos']>>
}

/** Satoshis per virtual byte; what is above is a mistake somewhere. */
export const highestRate = 5_000

/** Asks for the account's coins and the price. @throws BaseError with a code when the account or the answers can't be used. */
export async function planPayment(
  { networks, source }: SendTools,
  request: PayingRequest,
): Promise<PaymentPlan> {
  const { networkId, from, feeLevel = 'normal', provider, signal } = request
  const network = networkOf(networks, networkId)
  const wallet = walletOf(provider)
  if (!wallet.sendTransfer && !wallet.signPsbt) throw featureMissing(wallet.name, 'send')
  const account = payingAccount(from, network)
  const [rates, listed] = await Promise.all([
    source().feeRates({ networkId, signal }),
    source().utxos({ networkId, address: account.address, signal }),
  ])
  const coins = distinctCoins(listed)
  // A wallet that pays by itself is asked for whole satoshis a byte: the fee that is shown is the one it's asked for.
  const feeRate = wallet.sendTransfer ? Math.ceil(rates[feeLevel]) : rates[feeLevel] // no money: a rate
  if (!(feeRate > 0 && feeRate <= highestRate)) {
    throw sendError('FEE_RATE_INVALID', `Rate: ${feeRate} sat/vB`)
  }
  return { request, network, wallet, account, feeRate, coins }
}

/**
 * Chooses coins: confirmed ones alone where they suffice, because one that waits may never come.
 *
 * @throws BaseError `TOO_MANY_COINS`, `INSUFFICIENT_FUNDS`, `TRANSACTION_TOO_LARGE`
 */
export function chooseCoins(
  { network, account, feeRate, coins }: PaymentPlan,
  outputs: readonly PaymentOutput[],
): Selection {
  const ask = (usable: PaymentPlan['coins']) =>
    selectCoins({ account, network, coins: usable, outputs, feeRate: milliRate(feeRate) })
  const selection = ask(coins.filter(({ confirmed }) => confirmed)) ?? ask(coins)
  if (selection) return selection
  const amount = sumOfOutputs(outputs)
  const total = sumOf(coins)
  const { leftOut } = usableCoins(coins, account.kind, outputs)
  if (leftOut.length > 0 && total >= amount) {
    throw sendError('TOO_MANY_COINS', `Coins of the address: ${coins.length}, worth ${total} sat together.`)
  }
  throw sendError(
    'INSUFFICIENT_FUNDS',
    `Coins of the address: ${total} sat. Amount: ${amount} sat and the fee.`,
  )
}

export function amountOf({ nativeCurrency: { symbol, decimals } }: BitcoinNetwork, value: bigint): Amount {
  return { value, symbol, decimals }
}
