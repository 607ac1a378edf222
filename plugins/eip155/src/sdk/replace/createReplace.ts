import type {
  Amount,
  PendingFacts,
  PendingRequest,
  PreparedReplacement,
  ReplaceCapability,
  ReplaceRequest,
  ReplaceWay,
  SendNotice,
} from '@latchkey/kernel/contracts'
import { submitOnce } from '@latchkey/kernel/chain'
import { getBalance, getTransactionCount } from 'viem/actions'
import { isCancel } from '../isCancel.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { walletOf } from '../../connect/walletOf.js'
import { runOnNode } from '../runOnNode.js'
import { insufficient } from '../send/insufficient.js'
import { planFees } from '../send/planFees.js'
import { readOtherPrice, reviewFee } from '../send/reviewFee.js'
import { rollupFees } from '../send/rollupFees.js'
import { followReplacement, type Replacement, submitReplacement } from './submitReplacement.js'
import { highestPrice, raiseFees } from './raiseFees.js'
import { type Pending, readPending, recordOf, replacementUnsupported } from './readPending.js'
import { hasCoin } from '../hasCoin.js'
import { estimateGasLimit } from '../estimateGasLimit.js'

export function createReplace(tools: CapabilityTools): ReplaceCapability {
  return {
    find: (request) => runOnNode(tools, request, (client) => find(client, request)),
    prepare: (request) => runOnNode(tools, request, (client) => prepare(tools, client, request)),
    follow: (request) => followReplacement(tools, request),
  }
}

async function find(client: EvmClient, request: PendingRequest): Promise<PendingFacts> {
  const pending = await readPending(client, request)
  const fee = await feeOf(client, pending)
  return {
    ways: isCancel(pending) ? ['faster'] : ['faster', 'cancel'],
    fee,
    record: { ...recordOf(pending, client), id: pending.hash, fee },
    notices: await readOrder(client, pending),
  }
}

async function prepare(
  tools: CapabilityTools,
  client: EvmClient,
  request: ReplaceRequest,
): Promise<PreparedReplacement> {
  const { way, provider, networkId, highestFee } = request
  // Coins that one transaction hands to the next are not how accounts work.
  if (way === 'child') throw replacementUnsupported(request.id)
  const pending = await readPending(client, request)
  const [plan, otherPrice, balance, gas, previousFee, order] = await Promise.all([
    planFees(client, 'fast'),
    readOtherPrice(client, tools.clock),
    getBalance(client, { address: pending.from }),
    way === 'cancel' ? gasOfCancel(client, pending) : pending.gas,
    feeOf(client, pending),
    readOrder(client, pending),
  ])
  const price = raiseFees(pending.price, plan)
  const next: Pending = way === 'cancel' ? cancelOf(pending, gas, price) : { ...pending, price }
  const fee = await feeOf(client, next)
  const feeNotices = reviewFee({
    fee,
    price: highestPrice(price),
    usualPrice: plan.usualPrice,
    isCalm: plan.isCalm,
    otherPrice,
    amount: way === 'faster' && next.value > 0n ? next.value : undefined,
    highest: highestFee,
  })
  if (hasCoin(client) && balance < next.value + fee.value) {
    throw insufficient({ ...fee, value: next.value + fee.value }, balance)
  }
  const isCertain = walletOf(provider).keepsNonce === true
  const replacement: Replacement = { tools, client, networkId, provider, way, pending, next }
  const { id: _, ...record } = { id: '', ...recordOf(next, client), fee }
  return {
    way,
    previousFee,
    fee,
    isCertain,
    record,
    notices: [
      ...order,
      ...feeNotices,
      ...leap(fee, previousFee),
      ...(isCertain ? [] : [unsure(pending, way)]),
    ],
    ...submitOnce((handingOver) => submitReplacement(replacement, handingOver)),
  }
}

const cancelOf = (pending: Pending, gas: bigint, price: Pending['price']): Pending => ({
  ...pending,
  to: pending.from,
  value: 0n,
  data: '0x',
  accessList: undefined,
  gas,
  price,
})

/** Code of the account's own (EIP-7702) runs when it is sent to, and rollups count more than 21,000. */
const gasOfCancel = async (client: EvmClient, { from }: Pending): Promise<bigint> =>
  (await estimateGasLimit(client, { from, to: from, value: 0n, data: '0x' })).limit

async function feeOf(client: EvmClient, { from, to, value, data, gas, price }: Pending): Promise<Amount> {
  const { symbol, decimals } = client.chain.nativeCurrency
  const extra = to === undefined ? 0n : (await rollupFees(client, { from, to, value, data })).most
  return { value: gas * highestPrice(price) + extra, symbol, decimals }
}

/** The chain takes an account's transactions in order, so that a higher fee doesn't help one that isn't the next. */
async function readOrder(client: EvmClient, { from, nonce }: Pending): Promise<readonly SendNotice[]> {
  const next = await getTransactionCount(client, { address: from, blockTag: 'latest' })
  if (nonce <= next) return []
  return [
    {
      code: 'EARLIER_PENDING',
      message: 'Speed up the earlier one first. This one can’t go before it.',
      severity: 'warning',
    },
  ]
}

/** So many times the old fee is more than a replacement needs. */
const manyTimes = 10n

function leap(fee: Amount, previous: Amount): readonly SendNotice[] {
  if (fee.value <= manyTimes * previous.value) return []
  return [
    {
      code: 'REPLACEMENT_FEE_HIGH',
      message: 'The new network fee is more than ten times the one before.',
      severity: 'warning',
      parameters: { fee, previous },
    },
  ]
}

function unsure({ nonce }: Pending, way: ReplaceWay): SendNotice {
  const parameters = { nonce: String(nonce) }
  return way === 'faster'
    ? {
        code: 'NONCE_MAY_DIFFER',
        message: `Approve only if your wallet shows the nonce ${nonce}. With another nonce it makes a second transaction, and you pay twice.`,
        severity: 'warning',
        parameters,
      }
    : {
        code: 'NONCE_MAY_DIFFER_CANCEL',
        message: `Approve only if your wallet shows the nonce ${nonce}. With another nonce it makes a second transaction: you pay its fee, and nothing is canceled.`,
        severity: 'warning',
        parameters,
      }
}
