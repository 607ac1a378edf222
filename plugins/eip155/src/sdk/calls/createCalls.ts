import { submitSteps, withGasMargin } from '@latchkey/kernel/chain'
import type {
  Amount,
  CallsCapability,
  CallsDecision,
  CallsRequest,
  FollowCallsRequest,
  PaymasterService,
  PreparedCalls,
  SubmittedCalls,
  SubmittedTransaction,
} from '@latchkey/kernel/contracts'
import { BaseError, ConnectorError } from '@latchkey/kernel/plugin'
import { formatUnits } from 'viem'
import { getBalance, getBlock, getCode } from 'viem/actions'
import { toChecksumAddress } from '../../address.js'
import type { EvmCall } from '../../calls.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { walletOf } from '../../connect/walletOf.js'
import { coinMissing, hasCoin } from '../hasCoin.js'
import { runOnNode } from '../runOnNode.js'
import { followTransaction } from '../send/followTransaction.js'
import {
  type AccountFees,
  type CallsToPrice,
  forecastOf,
  readAccountFees,
  readWayOntoChain,
} from '../send/accountFees.js'
import { planFees, pricePerGas } from '../send/planFees.js'
import { readOtherPrice, reviewFee } from '../send/reviewFee.js'
import { type RollupFees, rollupFees } from '../send/rollupFees.js'
import { sendTransaction } from '../send/sendTransaction.js'
import type { Transfer } from '../send/simulate.js'
import { readBundleTrail } from './bundleTrail.js'
import { choosePath, type Path } from './choosePath.js'
import { createBundle } from './createBundle.js'
import { followBundle } from './followBundle.js'
import { noticesOf } from './noticesOf.js'
import { prepareBundle } from './prepareBundle.js'
import { predictCalls } from './predictCalls.js'
import { addEarlier, readEarlier } from './earlierSteps.js'
import { readCalls } from './readCalls.js'
import { readPaymaster } from './readPaymaster.js'
import { readSupport } from './readSupport.js'
import { estimateGasLimit } from '../estimateGasLimit.js'

/** What several calls of EVM wallets stand on; one is a transaction. */
export function createCalls(tools: CapabilityTools): Required<CallsCapability<EvmCall>> {
  return {
    feeLevels: ['slow', 'normal', 'fast'],
    support: (request) =>
      runOnNode(tools, request, async (client) => {
        const { atomic, capabilities } = await supportOf(tools, client, request)
        return capabilities ? { atomic, capabilities } : { atomic }
      }),
    prepare: (request) => runOnNode(tools, request, (client) => prepare(tools, client, request)),
    follow: (request) => follow(tools, request),
  }
}

function supportOf(
  { clock, log }: CapabilityTools,
  client: EvmClient,
  { provider, from, signal }: Pick<CallsRequest<EvmCall>, 'provider' | 'from' | 'signal'>,
) {
  const chainId = client.chain.id
  return readSupport({ provider: walletOf(provider), from: from.address, chainId, clock, log, signal })
}

async function prepare(
  tools: CapabilityTools,
  client: EvmClient,
  request: CallsRequest<EvmCall>,
): Promise<PreparedCalls> {
  const calls = readCalls(request.from, request.calls, request.networkId)
  if (!hasCoin(client) && calls.some(({ value }) => value > 0n)) throw coinMissing()
  const { from } = calls[0] as Transfer
  const isPlain = calls.length === 1 && !request.paymaster
  const support = isPlain ? undefined : await supportOf(tools, client, request)
  const told = readPaymaster(request.paymaster, support)
  const path = choosePath(request, support, told)
  const paymaster = path === 'bundle' ? told : undefined
  const coin = client.chain.nativeCurrency
  const [plan, otherPrice, balance, extra, codes, prediction, way] = await Promise.all([
    planFees(client, request.feeLevel ?? 'normal'),
    readOtherPrice(client, tools.clock),
    getBalance(client, { address: from }),
    Promise.all(calls.map((call) => rollupFees(client, call))),
    Promise.all(calls.map(({ to }) => getCode(client, { address: to }))),
    predictCalls(client, calls, tools.log),
    readWayOntoChain(client, request.from),
  ])
  const gas = await gasOf(client, calls, prediction?.gasUsed)
  const { networkId, provider } = request
  const priced = { calls, gas, plan, extra, way, used: prediction?.gasUsed, path }
  const fees = paymaster ? noFees : await readFees(tools, client, request, priced)
  const fee = amountOf(coin, fees.most)
  const price = pricePerGas(plan)
  const { usualPrice, isCalm } = plan
  const highest = request.highestFee
  const feeNotices = reviewFee({ fee, price, usualPrice, isCalm, otherPrice, amount: undefined, highest })
  const spent = sum(calls.map(({ value }) => value))
  const predicted = prediction?.changes.find(({ asset }) => asset === undefined)?.amount.value
  const leaving = prediction ? -(predicted ?? 0n) : spent
  if (hasCoin(client)) checkFunds(coin, balance, (leaving > 0n ? leaving : 0n) + fees.toHold)
  const sponsor = sponsorOf(request.paymaster, told, path)
  const isAtomic = calls.length === 1 || (path === 'bundle' && support?.atomic !== 'unsupported')
  const shared = { tools, client, networkId, provider }
  const apart = calls.map((transfer, index) => {
    const step = { ...shared, transfer, gas: gas[index] as bigint, plan }
    return (handingOver: () => void) => sendTransaction(step, handingOver)
  })
  const facts = {
    fee,
    ...forecastOf(coin, fees),
    ...(prediction ? { changes: prediction.changes, allowances: prediction.allowances } : {}),
    ...(paymaster ? { isSponsored: true } : {}),
    notices: [
      ...noticesOf({ calls, codes, prediction, isAtomic, path, support, sponsor }),
      ...(paymaster ? [] : feeNotices),
    ],
  }
  const transactions = { steps: apart.length, ...submitSteps(apart, joinSteps, tools.log) }
  if (path === 'transactions') return { ...facts, atomic: isAtomic, ...transactions }
  const bundle = submitSteps([createBundle({ ...shared, calls, isAtomic, paymaster })], joinSteps, tools.log)
  const mayPart = !paymaster && request.atomic !== 'required'
  return prepareBundle({ facts, bundle, apart: mayPart ? transactions : undefined, isAtomic })
}

interface PricedCalls extends Pick<CallsToPrice, 'calls' | 'plan' | 'way'> {
  /** What each call may use, and what each used in a trial. */
  readonly gas: readonly bigint[]
  readonly used: readonly bigint[] | undefined
  readonly extra: readonly RollupFees[]
  readonly path: Path
}

function readFees(
  tools: CapabilityTools,
  client: EvmClient,
  { from, provider, signal }: CallsRequest<EvmCall>,
  { calls, gas, used, plan, extra, way, path }: PricedCalls,
): Promise<AccountFees> {
  const isBundle = path === 'bundle'
  return readAccountFees(tools, client, {
    ...{ from, way, provider, signal, calls, plan, isTogether: isBundle || calls.length === 1 },
    limit: sum(gas) + (isBundle ? bundleGas : 0n),
    used: isBundle ? undefined : used && sum(used),
    extra: { most: sum(extra.map(({ most }) => most)), likely: sum(extra.map(({ likely }) => likely)) },
  })
}

/** A wallet that can be told of the service, and is asked for transactions, waits for the account's upgrade. */
function sponsorOf(wished: PaymasterService | undefined, told: PaymasterService | undefined, path: Path) {
  if (!wished) return 'none'
  if (!told) return 'unavailable'
  return path === 'bundle' ? 'pays' : 'afterUpgrade'
}

/** The service pays them. */
const noFees: AccountFees = { most: 0n, toHold: 0n }
/** For the upgrade of an account (EIP-7702: 25,000) and for taking several calls apart. */
const bundleGas = 60_000n
/** For a call that can't be tried before the ones ahead of it are done. What isn't used isn't charged. */
const untriedGas = 1_000_000n

/**
 * What each call may use. The first is estimated by the node; the others need what the ones before them leave, so they
 * get what they used in the simulation and half as much again: a refund comes after the gas was there (EIP-3529).
 */
async function gasOf(
  client: EvmClient,
  [first, ...others]: readonly Transfer[],
  used: readonly bigint[] | undefined,
): Promise<readonly bigint[]> {
  const [ofFirst, { gasLimit: blockGasLimit }] = await Promise.all([
    estimateGasLimit(client, first as Transfer),
    getBlock(client),
  ])
  const withMargin = (gas: bigint) => withGasMargin(gas, { isPlain: false, blockGasLimit })
  return [ofFirst.limit, ...others.map((_, index) => (used ? withMargin(used[index + 1] ?? 0n) : untriedGas))]
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

const amountOf = ({ symbol, decimals }: Omit<Amount, 'value'>, value: bigint): Amount => ({
  value,
  symbol,
  decimals,
})

function checkFunds({ symbol, decimals }: Omit<Amount, 'value'>, held: bigint, needed: bigint): void {
  if (held >= needed) return
  const show = (value: bigint) => `${formatUnits(value, decimals)} ${symbol}`
  throw new BaseError('There is not enough to pay for the amount and the network fee.', {
    code: 'INSUFFICIENT_FUNDS',
    metaMessages: [`Needed: ${show(needed)}`, `There: ${show(held)}`],
  })
}

/** The last step stands for all: the ones before it are confirmed by then. */
function joinSteps(steps: readonly SubmittedTransaction[]): SubmittedCalls {
  const last = steps.at(-1) as SubmittedTransaction
  const earlier = steps.slice(0, -1).map(({ id }) => id)
  return {
    ...last,
    ...(last.trail ? { trail: last.trail.then((trail) => addEarlier(trail, earlier)) } : {}),
    wait: async (signal) => decide(await last.wait(signal), earlier, last.id),
  }
}

function decide(
  decision: CallsDecision | Awaited<ReturnType<SubmittedTransaction['wait']>>,
  earlier: readonly string[],
  id: string,
): CallsDecision {
  if ('transactions' in decision) return decision
  const isPartial = decision.status === 'failed' && earlier.length > 0
  return { ...decision, transactions: [...earlier, id], ...(isPartial ? { isPartial } : {}) }
}

async function follow(tools: CapabilityTools, request: FollowCallsRequest): Promise<SubmittedCalls> {
  const known = readBundleTrail(request.trail)
  if (!known) {
    const last = await followTransaction(tools, request)
    const earlier = readEarlier(request.trail)
    return { ...last, wait: async (signal) => decide(await last.wait(signal), earlier, last.id) }
  }
  const client = await tools.clients.client(request.networkId)
  const from = toChecksumAddress(request.from)
  if (from === undefined) {
    throw new BaseError('This is no transaction of an EVM network.', { code: 'TRANSACTION_ID_INVALID' })
  }
  return followBundle({ ...known, tools, client, from, provider: walletFor(request), id: request.id })
}

function walletFor({ provider }: FollowCallsRequest) {
  if (provider !== undefined) return walletOf(provider)
  throw new ConnectorError('Connect the wallet that sent this to see what became of it.', {
    code: 'CONNECTION_NOT_FOUND',
  })
}
