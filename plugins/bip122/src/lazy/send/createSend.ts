import { submitOnce } from '@latchkey/kernel/chain'
import type { PreparedSend, SendCapability, SendRequest } from '@latchkey/kernel/contracts'
import { parseAddress } from '../../address.js'
import { familyOf } from '../../networks.js'
import { addressInvalid } from '../addressErrors.js'
import { networkOf } from '../networkOf.js'
import { scriptOf } from '../sdk.js'
import { milliRate } from './milliRate.js'
import { noticesOf } from './notices.js'
import { supply } from '../../supply.js'
import { dustOf } from './paymentOutput.js'
import { amountOf, chooseCoins, type PaymentPlan, planPayment, type SendTools } from './planPayment.js'
import { selectCoins } from './selectCoins.js'
import { sendError } from './sendErrors.js'
import { followPayment, submitPsbt, submitTransfer } from './submitPayment.js'

type FollowingSender = SendCapability & Required<Pick<SendCapability, 'follow'>>

/** Sending of bitcoin: by the wallet's own transfer where it has one, else by a PSBT that is built here. */
export function createSend(tools: SendTools): FollowingSender {
  return {
    tokens: false,
    follow: async (request) => followPayment(tools, request),
    prepare: (request) => prepare(tools, request),
    async maximum(request) {
      const { network, account, feeRate, coins } = await plan(tools, request)
      const selection = selectCoins({
        ...{ account, network, coins },
        outputs: [],
        restTo: request.to,
        feeRate: milliRate(feeRate),
      })
      return amountOf(network, selection?.change ?? 0n)
    },
  }
}

async function plan(tools: SendTools, request: Omit<SendRequest, 'amount'>): Promise<PaymentPlan> {
  const network = networkOf(tools.networks, request.networkId)
  if (request.token) throw sendError('TOKEN_UNSUPPORTED')
  if (!parseAddress(request.to)?.families.includes(familyOf(network))) throw addressInvalid()
  return planPayment(tools, request)
}

async function prepare(tools: SendTools, request: SendRequest): Promise<PreparedSend> {
  const { to, amount } = request
  if (typeof amount !== 'bigint' || amount <= 0n || amount > supply) throw sendError('AMOUNT_INVALID')
  const planned = await plan(tools, request)
  const { network, wallet, account } = planned
  const output = { script: scriptOf(to, network), amount }
  const least = dustOf(output.script)
  if (amount < least) throw sendError('AMOUNT_BELOW_DUST', `Least amount for this address: ${least} sat.`)
  const outputs = [output]
  const selection = chooseCoins(planned, outputs)
  const isTransfer = wallet.sendTransfer !== undefined
  return {
    fee: amountOf(network, selection.fee),
    changes: [
      { address: account.address, amount: amountOf(network, -(amount + selection.fee)) },
      { address: to, amount: amountOf(network, amount) },
    ],
    notices: noticesOf({ wallet, isTransfer, network, amount, selection }),
    ...submitOnce((handingOver) =>
      isTransfer
        ? submitTransfer(tools, planned, { to, output }, handingOver)
        : submitPsbt(tools, planned, { outputs, selection }, handingOver),
    ),
  }
}
