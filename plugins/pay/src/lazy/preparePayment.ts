import type { ActiveWallet } from '@latchkey/kernel/wallet'
import {
  type Amount,
  Calls,
  feeForecastOf,
  type PreparedCalls,
  type PreparedSend,
  Send,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentPreview, PaymentWay, PayTarget } from '../Payer.js'
import { PaymentSwap, type SwapOffer } from '../PaymentSwap.js'
import { checkSwapTime } from './billTime.js'
import { checkKeptCoin, readKeptCoin, spendable } from './keptCoin.js'
import { noticesOfRepeats, withoutRepeats } from './noticesOfRepeats.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import type { AskedSwap } from './swaps.js'

/** A payment that was checked, and what gives it to the wallet. */
export interface PreparedPayment {
  readonly preview: PaymentPreview
  readonly wallet: ActiveWallet
  readonly send?: PreparedSend
  readonly calls?: PreparedCalls
  /** An earlier swap for the bill that may have been done: the person was told of it with the preview. */
  readonly earlier?: AskedSwap
}

/** The wallet that pays. @throws BaseError `PAY_WALLET_GONE` */
function walletOf({ wallets }: PayerTools, target: PayTarget): ActiveWallet {
  const wallet = wallets.find(target)
  if (!wallet) throw payError('PAY_WALLET_GONE')
  return wallet
}

/** Has the chain check, price and simulate a payment. */
export async function preparePayment(
  tools: PayerTools,
  read: ReadBill,
  target: PayTarget,
  way: PaymentWay,
  signal: AbortSignal,
): Promise<PreparedPayment> {
  const wallet = walletOf(tools, target)
  return way.kind === 'asset'
    ? prepareAsset(tools, read, wallet, way, signal)
    : prepareSwapped(tools, read, wallet, way, signal)
}

/** Bills, offers and calls state what the chain moves. */
const movedOf = ({ value, moved = value }: Amount) => moved

const tokenOf = ({ token, bill }: ReadBill): TokenReference | undefined =>
  token === undefined ? undefined : { address: token, decimals: bill.decimals, symbol: bill.symbol }

function previewOf(tools: PayerTools, read: ReadBill, way: PaymentWay) {
  const { decimals, symbol, receiver } = read.bill
  return {
    way,
    receiver,
    pays: { value: read.units, decimals, symbol },
    preparedAt: tools.clock.now(),
    isSecondSwap: false,
  }
}

async function prepareAsset(
  tools: PayerTools,
  read: ReadBill,
  wallet: ActiveWallet,
  way: PaymentWay,
  signal: AbortSignal,
): Promise<PreparedPayment> {
  const sending = wallet.use(Send)
  if (!sending) throw wallet.refusal(Send) ?? payError('PAY_WALLET_GONE')
  const token = tokenOf(read)
  const send = await sending.prepare({
    to: read.bill.receiver,
    amount: read.units,
    isMoved: true,
    signal,
    ...(token ? { token } : {}),
    ...(read.bill.reference === undefined ? {} : { references: [read.bill.reference].flat() }),
    ...(read.bill.memo === undefined ? {} : { memo: read.bill.memo }),
  })
  // A chain that would send another sum than the one that was asked for doesn't pay this bill.
  if (send.amount !== undefined && movedOf(send.amount) !== read.units) throw payError('PAY_AMOUNT_OTHER')
  checkWhole(wallet, read, send)
  const { fee, notices } = send
  const preview = {
    ...previewOf(tools, read, way),
    // A bill states what the chain moves, and this is how people read it.
    ...(send.amount ? { pays: send.amount } : {}),
    fee,
    ...feeForecastOf(send),
    notices: [...noticesOfRepeats(tools, wallet, read), ...withoutRepeats(notices)],
    steps: 1,
    isAtomic: true,
    isSwapFirst: false,
  }
  return { preview, wallet, send }
}

/** What a chain says of a token that keeps a part of each transfer. EVM networks say it by this alone. */
const keepsPart: readonly string[] = ['RECEIVES_LESS', 'TOKEN_TRANSFER_FEE']

/**
 * Whether all of it arrives, as far as the chain predicts it: the server refuses a payment that falls short for good. Only a
 * token can keep a part. Of the coin, a receiver that passes it on is said to get less, too, and was paid.
 *
 * @throws BaseError `PAY_AMOUNT_OTHER`
 */
function checkWhole(
  { contribution }: ActiveWallet,
  { bill, token, units }: ReadBill,
  { changes = [], notices }: Pick<PreparedSend, 'changes' | 'notices'>,
): void {
  if (token !== undefined && notices.some(({ code }) => keepsPart.includes(code))) {
    throw payError('PAY_AMOUNT_OTHER', { metaMessages: ['The token keeps a part of each transfer.'] })
  }
  // A send's changes need not name its token.
  const isAsked = (asset: string | undefined) =>
    asset === undefined || (token !== undefined && contribution.isSameAddress(asset, token))
  const arriving = changes.filter(
    ({ address, asset, amount }) =>
      movedOf(amount) >= 0n && isAsked(asset) && contribution.isSameAddress(address, bill.receiver),
  )
  if (arriving.length === 0 || arriving.some(({ amount }) => movedOf(amount) === units)) return
  throw payError('PAY_AMOUNT_OTHER', {
    metaMessages: [`The receiver would get ${arriving[0] && movedOf(arriving[0].amount)} units of ${units}.`],
  })
}

async function prepareSwapped(
  tools: PayerTools,
  read: ReadBill,
  wallet: ActiveWallet,
  way: PaymentWay,
  signal: AbortSignal,
): Promise<PreparedPayment> {
  const calling = wallet.use(Calls)
  const sending = wallet.use(Send)
  if (!calling || !sending || !way.balance) throw payError('PAY_SWAP_MISSING')
  const { address, balance } = way
  const sell =
    address === undefined ? undefined : { address, decimals: balance.decimals, symbol: balance.symbol }
  const buy = tokenOf(read)
  const kept = sending.calls ? undefined : await readKeptCoin(tools, read, wallet, sending, signal)
  const most = kept && sell === undefined ? spendable(kept, balance) : movedOf(balance)
  const offer = await findOffer(tools, { wallet, sell, buy, units: read.units, most, signal })
  const { receiver: to } = read.bill
  const last = await sending.calls?.({ to, amount: read.units, ...(buy ? { token: buy } : {}) })
  const deposit = offer.deposit?.value ?? 0n
  const sold = sell === undefined ? offer.sells.value : 0n
  const prepared = calling.prepare({ calls: [...offer.calls, ...(last ?? [])], signal })
  const calls = await prepared.catch((cause: unknown) => {
    // A chain that refuses the swap for want of coin need not say so.
    if (kept) checkKeptCoin(kept, sold + deposit, 0n, cause)
    throw cause
  })
  const costs = checkSwap(wallet, calls, offer, { sell, buy, bought: last ? 0n : read.units })
  // Deposits are in what is sold, or in the fee; of a coin that is bought, they were taken off what comes in.
  const leaving = (sell === undefined ? costs.sells.value : 0n) + (buy === undefined ? deposit : 0n)
  if (kept) checkKeptCoin(kept, leaving, costs.fee.value)
  if (last) checkWhole(wallet, read, calls)
  const { notices, steps, atomic } = calls
  const preview = {
    ...previewOf(tools, read, way),
    ...{ ...costs, isSwapFirst: !last },
    // A swap alone pays nobody: what was paid already is asked before the payment.
    notices: [...(last ? noticesOfRepeats(tools, wallet, read) : []), ...withoutRepeats(notices)],
    // With a deposit, more is charged than the network's fee.
    ...(costs.fee === calls.fee ? feeForecastOf(calls) : {}),
    ...(last ? { steps, isAtomic: atomic } : { steps: steps + 1, isAtomic: false }),
  }
  if (!preview.isAtomic) checkSwapTime(tools, read)
  return { preview, wallet, calls }
}

/** The offer that sells the least. */
async function findOffer(
  tools: PayerTools,
  request: Parameters<import('../PaymentSwap.js').PaymentSwapContribution['offer']>[0],
): Promise<SwapOffer> {
  const { namespace, networkId } = request.wallet
  const sources = tools.context
    .list(PaymentSwap)
    .filter((source) => source.namespace === namespace && source.supports(networkId))
  const answers = await Promise.allSettled(sources.map((source) => source.offer(request)))
  const offers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const sound = offers.filter(
    ({ sells, minimum }) => minimum >= request.units && sells.value > 0n && sells.value <= request.most,
  )
  const [best] = sound.sort((one, other) => (one.sells.value < other.sells.value ? -1 : 1))
  if (best) return best
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  throw payError('PAY_SWAP_MISSING', { cause })
}

interface SwapQuestion {
  readonly sell: TokenReference | undefined
  readonly buy: TokenReference | undefined
  /** The least that the account gains: what the payment takes, if the calls don't contain it. */
  readonly bought: bigint
}

/**
 * Whether the calls do what the offer says, by what the chain simulated of all of them together, the payment with them where they
 * contain it: they sell no more than offered, take nothing else, and leave no allowance.
 *
 * @returns What they cost, a deposit of the chain with it.
 * @throws BaseError `PAY_SWAP_REFUSED`
 */
function checkSwap(
  { account, contribution }: ActiveWallet,
  { changes, allowances = [], fee }: PreparedCalls,
  { sells, deposit }: SwapOffer,
  { sell, buy, bought }: SwapQuestion,
): { readonly fee: Amount; readonly sells: Amount } {
  const isAsset = (asset: string | undefined, token: TokenReference | undefined) =>
    token === undefined
      ? asset === undefined
      : asset !== undefined && contribution.isSameAddress(asset, token.address)
  const own = changes?.filter(({ address }) => contribution.isSameAddress(address, account.address)) ?? []
  const gain = (token: TokenReference | undefined) =>
    own
      .filter(({ asset, collectible }) => collectible === undefined && isAsset(asset, token))
      .reduce((sum, { amount }) => sum + movedOf(amount), 0n)
  const kept = deposit?.value ?? 0n
  const most = sells.value + (sell === undefined ? kept : 0n)
  const isSold = own.every(({ amount, asset, collectible }) => {
    if (movedOf(amount) >= 0n) return true
    if (collectible !== undefined) return false
    return isAsset(asset, sell) ? -gain(sell) <= most : asset === undefined && -movedOf(amount) <= kept
  })
  const isBought =
    gain(buy) >= bought && own.every(({ amount, asset }) => !isAsset(asset, buy) || movedOf(amount) >= 0n)
  const isClosed = allowances.every(({ amount }) => amount === 0n)
  if (changes && isSold && isBought && isClosed) return costsOf({ sells, fee }, -gain(undefined), sell)
  throw payError('PAY_SWAP_REFUSED', {
    metaMessages: ['The simulation of the calls says otherwise, or is missing.'],
  })
}

/** A deposit in the coin counts as sold where the coin is sold, and as a fee elsewhere. */
function costsOf(
  { sells, fee }: { readonly fee: Amount; readonly sells: Amount },
  spent: bigint,
  sell: TokenReference | undefined,
): { readonly fee: Amount; readonly sells: Amount } {
  if (sell === undefined) return { fee, sells: spent > sells.value ? { ...sells, value: spent } : sells }
  return { sells, fee: spent > 0n ? { ...fee, value: fee.value + spent } : fee }
}
