import { submitOnce } from '@latchkey/kernel/chain'
import type {
  Amount,
  PendingFacts,
  PreparedReplacement,
  ReplaceRequest,
  SendNotice,
  TransactionRecord,
} from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import type { BitcoinNetwork } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'
import type { Utxo, UtxoSourceService } from '../../utxoSource.js'
import { isSame } from '../psbtInputs.js'
import { mayHoldOrdinals, ordinalsNotice } from '../send/notices.js'
import type { PayingAccount } from '../send/payingAccount.js'
import { type PaymentOutput, sumOfOutputs } from '../send/paymentOutput.js'
import { writeTrail } from '../send/paymentTrail.js'
import { amountOf, type SendTools } from '../send/planPayment.js'
import type { Selection } from '../send/selectCoins.js'
import { signAndSend } from '../send/submitPayment.js'
import { sumOf } from '../send/usableCoins.js'
import { chooseChild } from './chooseChild.js'
import { followChild } from './followChild.js'
import type { PendingPackage } from './readPackage.js'
import { requirePending } from './readPending.js'

export interface ChildTools extends SendTools {
  readonly network: BitcoinNetwork
  readonly account: PayingAccount
}

/** What can be done about a transaction that can't be replaced and pays the account: a child can pay for it. */
export function childFacts(
  { network, account }: Pick<ChildTools, 'network' | 'account'>,
  pending: PendingPackage,
): PendingFacts {
  const { transactionId: id, fee } = pending
  return {
    ways: ['child'],
    fee: amountOf(network, fee),
    record: { ...recordOf(pending, network, account), id },
    notices: [],
  }
}

/**
 * What the transaction pays the account and nothing spends yet.
 *
 * @throws BaseError `CHILD_SPENT`
 */
export async function requireUnspent(
  source: UtxoSourceService,
  network: BitcoinNetwork,
  { address }: PayingAccount,
  { transactionId, own }: Pick<PendingPackage, 'transactionId' | 'own'>,
  signal?: AbortSignal,
): Promise<readonly Utxo[]> {
  const listed = await source.utxos({ networkId: network.id, address, signal })
  const left = own.filter(({ output }) =>
    listed.some((coin) => coin.transactionId.toLowerCase() === transactionId && coin.output === output),
  )
  if (left.length > 0) return left
  throw new BaseError('A later payment already spends what this one pays you. Speed up that one instead.', {
    code: 'CHILD_SPENT',
    metaMessages: [`Transaction: ${transactionId}`],
  })
}

/** @throws FeeUnreasonableError for a fee of more than half of what the transaction pays, unless the person has agreed to it */
export async function prepareChild(
  tools: ChildTools,
  request: ReplaceRequest,
  {
    pending,
    wallet,
    rate,
  }: { readonly pending: PendingPackage; readonly wallet: BitcoinWallet; readonly rate: number },
): Promise<PreparedReplacement> {
  const { network, account } = tools
  const { networkId, signal, highestFee } = request
  const { transactionId: parent } = pending
  const source = tools.source()
  const coins = await requireUnspent(source, network, account, pending, signal)
  const { selection, before, after } = chooseChild({
    network,
    account,
    coins,
    waiting: pending.waiting,
    rate,
  })
  const plan = { request, network, wallet, account, feeRate: rate, coins: selection.coins }
  const fee = amountOf(network, selection.fee)
  const paid = sumOf(coins)
  requireAgreed(fee, paid, highestFee)
  const [coin] = selection.coins
  const control = submitOnce(async (handingOver) => {
    await requirePending(source, network, parent, signal)
    const unspent = await requireUnspent(
      source,
      network,
      account,
      { ...pending, own: selection.coins },
      signal,
    )
    // When the person tries again, the child is built from the coins that are left.
    if (unspent.length < selection.coins.length) throw changed(parent)
    // What the wallet signs moves nothing until we send it.
    const sent = await signAndSend(tools, plan, { outputs: [], selection }, { sending: handingOver })
    const { transactionId: id, handover } = sent
    const followed = followChild(tools, { networkId, id, parent, coin, handover })
    return { ...followed, ...(coin ? { trail: Promise.resolve(writeTrail({ coin })) } : {}) }
  })
  return {
    way: 'child',
    previousFee: amountOf(network, pending.fee),
    fee,
    // Coins that the child doesn't need stay the account's, too.
    child: {
      left: amountOf(network, paid - selection.fee),
      from: pending.from,
      rate: { before, after, unit: 'sat/vB' },
    },
    // We send what the wallet has signed, and check it first.
    isCertain: true,
    notices: noticesOf(selection),
    record: { ...childRecord(plan, amountOf(network, selection.change)), fee },
    ...control,
  }
}

/** @throws FeeUnreasonableError */
function requireAgreed(fee: Amount, paid: bigint, highestFee = 0n): void {
  if (2n * fee.value > paid && fee.value > highestFee) throw new FeeUnreasonableError(fee)
}

function childRecord({ network, account: { address } }: ChildPlan, change: Amount) {
  const transfers = [{ direction: 'self', amount: change, from: address, to: address }] as const
  return { networkId: network.id, operation: 'send', status: 'pending', from: address, transfers } as const
}

type ChildPlan = Pick<ChildTools, 'network' | 'account'>

const changed = (parent: string) =>
  new BaseError('What this transaction pays you was spent in part meanwhile. Nothing was sent. Try again.', {
    code: 'CHILD_SPENT',
    metaMessages: [`Transaction: ${parent}`],
  })

function noticesOf({ fee, coins }: Selection): readonly SendNotice[] {
  const ordinals = mayHoldOrdinals(coins) ? [ordinalsNotice] : []
  if (10n * fee <= sumOf(coins)) return ordinals
  return [
    ...ordinals,
    {
      code: 'CHILD_FEE_HIGH',
      message: 'The network fee is more than a tenth of the money that the new transaction spends.',
      severity: 'warning',
    },
  ]
}

function recordOf(
  { outputs, spent, own, from }: PendingPackage,
  network: BitcoinNetwork,
  { address, script }: PayingAccount,
): Omit<TransactionRecord, 'id'> {
  const isOwn = (end: PaymentOutput) => isSame(end.script, script)
  const gave = sumOfOutputs(spent.filter(isOwn))
  const got = sumOf(own)
  const isOut = gave > got
  // Of one that others pay for too, only what it comes to for the account is known.
  const isAlone = spent.every(isOwn)
  const paid = isAlone ? sumOfOutputs(outputs) - got : gave - got
  const [sender] = from
  return {
    networkId: network.id,
    operation: isOut ? 'send' : 'receive',
    status: 'pending',
    ...(isOut ? { from: address } : from.length === 1 && sender !== undefined ? { from: sender } : {}),
    ...(isOut ? {} : { to: address }),
    transfers: isOut
      ? [{ direction: 'out', amount: amountOf(network, paid), from: address }]
      : [{ direction: 'in', amount: amountOf(network, got - gave), to: address }],
  }
}
