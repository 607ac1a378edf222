import { featureMissing, submitOnce } from '@latchkey/kernel/chain'
import { isKernelError } from '@latchkey/kernel/plugin'
import type {
  PendingRequest,
  PreparedReplacement,
  ReplaceCapability,
  ReplaceRequest,
  SendNotice,
  TransactionRecord,
} from '@latchkey/kernel/contracts'
import type { BitcoinNetwork } from '../../networks.js'
import { networkOf } from '../networkOf.js'
import { type PayingAccount, payingAccount } from '../send/payingAccount.js'
import { sumOfOutputs } from '../send/paymentOutput.js'
import { amountOf, highestRate, type SendTools } from '../send/planPayment.js'
import { sendError } from '../send/sendErrors.js'
import { readTrail, writeTrail } from '../send/paymentTrail.js'
import { signAndSend } from '../send/submitPayment.js'
import type { BitcoinWallet } from '../../provider.js'
import { walletOf } from '../walletOf.js'
import { childFacts, prepareChild, requireUnspent } from './childPays.js'
import { chooseReplacement } from './chooseReplacement.js'
import { followChild } from './followChild.js'
import { type PendingPackage, readPackage } from './readPackage.js'
import {
  type PendingPayment,
  readPending,
  replacementUnsupported,
  requireLast,
  requirePending,
} from './readPending.js'
import { track } from './track.js'

/**
 * Replaces payments by ones with a higher fee (BIP-125), where the wallet signs PSBTs. What can't be replaced and pays the account,
 * a child can pay for.
 */
export function createReplace(tools: SendTools): ReplaceCapability {
  return {
    async find(request) {
      const { network, account, pending, parent } = await read(tools, request)
      if (parent) return childFacts({ network, account }, parent)
      const fee = amountOf(network, pending.fee)
      return {
        // One that pays nobody else is a cancel, or might as well be.
        ways: pending.outputs.length === 0 ? ['faster'] : ['faster', 'cancel'],
        fee,
        record: { ...recordOf(pending, network, account), id: pending.transactionId, fee },
        notices: [],
      }
    },
    prepare: (request) => prepare(tools, request),
    async follow(request) {
      networkOf(tools.networks, request.networkId)
      const { networkId, id, replaced, way, trail } = request
      const first = readTrail(trail)?.coin
      if (way === 'child') return followChild(tools, { networkId, id, parent: replaced, coin: first })
      return track(tools, { networkId, id, replaced, way, first })
    },
  }
}

interface Found {
  readonly network: BitcoinNetwork
  readonly wallet: BitcoinWallet
  readonly account: PayingAccount
}

type Pending =
  | { readonly pending: PendingPayment; readonly parent?: undefined }
  | { readonly pending?: undefined; readonly parent: PendingPackage }

async function read(tools: SendTools, request: PendingRequest): Promise<Found & Pending> {
  const { networkId, from, provider } = request
  const network = networkOf(tools.networks, networkId)
  const wallet = walletOf(provider)
  // What a wallet builds by itself can't be told to spend the same coins.
  if (!wallet.signPsbt) throw featureMissing(wallet.name, 'send')
  const account = payingAccount(from, network)
  const source = tools.source()
  const found = { network, wallet, account }
  try {
    const pending = await readPending(source, network, account, request)
    await requireLast(source, network, account, pending, request.signal)
    return { ...found, pending }
  } catch (error) {
    if (!isIrreplaceable(error)) throw error
    const parent = await readPackage(source, network, account, request)
    if (!parent) throw error
    await requireUnspent(source, network, account, parent, request.signal)
    return { ...found, parent }
  }
}

const isIrreplaceable = (error: unknown): boolean =>
  isKernelError(error, 'REPLACEMENT_OF_OTHER') || isKernelError(error, 'REPLACEMENT_UNSUPPORTED')

async function prepare(tools: SendTools, request: ReplaceRequest): Promise<PreparedReplacement> {
  const { way, networkId, signal } = request
  const source = tools.source()
  const [{ network, wallet, account, pending, parent }, rates] = await Promise.all([
    read(tools, request),
    source.feeRates({ networkId, signal }),
  ])
  if (!(rates.fast > 0 && rates.fast <= highestRate)) {
    throw sendError('FEE_RATE_INVALID', `Rate: ${rates.fast} sat/vB`)
  }
  if (parent) {
    if (way !== 'child') throw replacementUnsupported(request.id)
    return prepareChild({ ...tools, network, account }, request, {
      pending: parent,
      wallet,
      rate: rates.fast,
    })
  }
  if (way === 'child') throw replacementUnsupported(request.id)
  const outputs = way === 'cancel' ? [] : pending.outputs
  const selection = chooseReplacement({
    network,
    account,
    pending,
    outputs,
    rate: rates.fast,
    least: rates.slow,
  })
  const fee = amountOf(network, selection.fee)
  const plan = { request, network, wallet, account, feeRate: rates.fast, coins: pending.coins }
  const { id: _, ...record } = {
    ...recordOf({ ...pending, outputs }, network, account),
    id: '',
    fee,
  }
  const control = submitOnce(async (handingOver) => {
    await requirePending(source, network, pending.transactionId, signal)
    await requireLast(source, network, account, pending, signal)
    // What the wallet signs moves nothing until we send it.
    const sent = await signAndSend(tools, plan, { outputs, selection }, { sending: handingOver })
    const { transactionId: replaced } = pending
    const { transactionId: id, handover } = sent
    const [first] = selection.coins
    const tracked = track(tools, { networkId, id, replaced, way, first, handover })
    return { ...tracked, ...(first ? { trail: Promise.resolve(writeTrail({ coin: first })) } : {}) }
  })
  return {
    way,
    previousFee: amountOf(network, pending.fee),
    fee,
    // We send what the wallet has signed, and check it first.
    isCertain: true,
    notices: leap(selection.fee, pending.fee),
    record,
    ...control,
  }
}

function recordOf(
  { outputs }: Pick<PendingPayment, 'outputs'>,
  network: BitcoinNetwork,
  { address }: PayingAccount,
): Omit<TransactionRecord, 'id' | 'fee'> {
  const paid = sumOfOutputs(outputs)
  return {
    networkId: network.id,
    operation: outputs.length === 0 ? 'cancel' : 'send',
    status: 'pending',
    from: address,
    transfers: paid === 0n ? [] : [{ direction: 'out', amount: amountOf(network, paid), from: address }],
  }
}

/** So many times the old fee is more than a replacement needs. */
const manyTimes = 10n

function leap(fee: bigint, previous: bigint): readonly SendNotice[] {
  if (fee <= manyTimes * previous) return []
  return [
    {
      code: 'REPLACEMENT_FEE_HIGH',
      message: 'The new network fee is more than ten times the one before.',
      severity: 'warning',
    },
  ]
}
