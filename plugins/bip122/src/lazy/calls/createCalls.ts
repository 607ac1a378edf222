import { submitSteps, featureMissing } from '@latchkey/kernel/chain'
import type {
  CallsCapability,
  CallsRequest,
  PreparedCalls,
  SubmittedTransaction,
} from '@latchkey/kernel/contracts'
import type { BitcoinCall } from '../../calls.js'
import { networkOf } from '../networkOf.js'
import { isSame } from '../psbtInputs.js'
import { noticesOf } from '../send/notices.js'
import { sumOfOutputs } from '../send/paymentOutput.js'
import { amountOf, chooseCoins, type PaymentPlan, planPayment, type SendTools } from '../send/planPayment.js'
import { sendError } from '../send/sendErrors.js'
import {
  followPayment,
  submitPsbt,
  submitTransfer,
  toCalls,
  type TransferTerms,
} from '../send/submitPayment.js'
import { walletOf } from '../walletOf.js'
import { noticesOfOutputs } from './noticesOf.js'
import { type ReadCall, readCalls } from './readCalls.js'

/** Any outputs, all in one transaction. */
export function createCalls(tools: SendTools): Required<CallsCapability<BitcoinCall>> {
  return {
    feeLevels: ['slow', 'normal', 'fast'],
    async support({ networkId, provider }) {
      networkOf(tools.networks, networkId)
      return { atomic: walletOf(provider).signPsbt ? 'supported' : 'unsupported' }
    },
    prepare: (request) => prepare(tools, request),
    follow: async (request) => toCalls(followPayment(tools, request)),
  }
}

async function prepare(tools: SendTools, request: CallsRequest<BitcoinCall>): Promise<PreparedCalls> {
  const outputs = readCalls(networkOf(tools.networks, request.networkId), request.calls)
  const plan = await planPayment(tools, request)
  const transfer = transferOf(plan, outputs)
  const { network, wallet, account } = plan
  const selection = chooseCoins(plan, outputs)
  const leaving = sumOfOutputs(outputs.filter(({ script }) => !isSame(script, account.script)))
  const facts = { wallet, isTransfer: transfer !== undefined, account, network, selection }
  const ask = (handingOver: () => void) =>
    transfer
      ? submitTransfer(tools, plan, transfer, handingOver)
      : submitPsbt(tools, plan, { outputs, selection }, handingOver)
  return {
    fee: amountOf(network, selection.fee),
    changes: leaving === 0n ? [] : [{ address: account.address, amount: amountOf(network, -leaving) }],
    allowances: [],
    notices: [
      ...noticesOf({ ...facts, amount: sumOfOutputs(outputs) }),
      ...noticesOfOutputs(outputs, selection.fee),
    ],
    atomic: true,
    steps: 1,
    ...submitSteps([ask], ([sent]) => toCalls(sent as SubmittedTransaction), tools.log),
  }
}

/**
 * How a wallet that signs no PSBT pays one address. A PSBT goes first: what it signs is compared before it is sent.
 *
 * @throws BaseError `ATOMIC_UNAVAILABLE`, ConnectorError `WALLET_FEATURE_MISSING` when the wallet can do neither.
 */
function transferOf(
  { wallet }: PaymentPlan,
  [output, ...others]: readonly ReadCall[],
): TransferTerms | undefined {
  if (wallet.signPsbt) return undefined
  if (others.length > 0) throw sendError('ATOMIC_UNAVAILABLE', `${wallet.name} signs no PSBT.`)
  if (!output?.address) throw featureMissing(wallet.name, 'signTransactions')
  return { to: output.address, output }
}
