import type { Amount, FeeForecast } from '@latchkey/kernel/contracts'
import type { Account } from '@latchkey/kernel/plugin'
import { type Address, Eip1559FeesNotSupportedError, parseAbi } from 'viem'
import { estimateFeesPerGas, getCode, getGasPrice } from 'viem/actions'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { callAll } from '../callAll.js'
import { isNoCode } from '../calls/accountMark.js'
import { isRefusedByContract } from '../isAnswer.js'
import { delegation } from './delegation.js'
import { type FeePlan, pricePerGas } from './planFees.js'
import type { RollupFees } from './rollupFees.js'
import type { Transfer } from './simulate.js'
import { askForEstimate } from './askForEstimate.js'

/** Fees of calls that the account pays, in the smallest unit of the network's coin. */
export interface AccountFees {
  /** The most that it can be charged. */
  readonly most: bigint
  /** How much of that it has to hold beside what the calls send. */
  readonly toHold: bigint
  /** What it will be charged by the prices of now. */
  readonly likely?: bigint | undefined
  /** The part of `likely` that sets it up. */
  readonly setUp?: bigint | undefined
  readonly payer?: FeeForecast['feePayer']
  /** Whether its own wallet works the fee out again when it's asked. */
  readonly isWalletsOwn?: boolean
}

export interface CallsToPrice {
  readonly from: Account
  /** As `readWayOntoChain` read it, beside whatever else the node was asked. */
  readonly way: WayOntoChain
  readonly provider: unknown
  readonly signal?: AbortSignal | undefined
  readonly calls: readonly Transfer[]
  /** Whether the wallet is asked for all of them at once. Default true. */
  readonly isTogether?: boolean
  /** Gas that they may use as transactions. */
  readonly limit: bigint
  /** Gas that they used in a trial. */
  readonly used: bigint | undefined
  readonly plan: FeePlan
  readonly extra: RollupFees
}

/**
 * Works out what calls cost the account that they are made from: as transactions of its own, as an operation that a bundler is paid for
 * (ERC-4337), or nothing, where an owner carries out what all have signed.
 */
export async function readAccountFees(
  tools: CapabilityTools,
  client: EvmClient,
  asked: CallsToPrice,
): Promise<AccountFees> {
  const { way } = asked
  if (way === 'owners') return { most: 0n, toHold: 0n, payer: 'executor' }
  if (way === 'transaction') return feesOfTransactions(asked)
  const told = asked.isTogether === false ? undefined : await askForEstimate(tools, client, asked)
  return told ?? boundOfOperation(client, asked)
}

function feesOfTransactions({ limit, used, plan, extra }: CallsToPrice): AccountFees {
  const most = limit * pricePerGas(plan) + extra.most
  return {
    most,
    toHold: most,
    likely: used === undefined ? undefined : used * plan.likelyPrice + extra.likely,
  }
}

/**
 * How what an account does gets onto the chain: as a transaction of its own, by an owner of a shared account, or as an operation of a
 * bundler, which sets the account up if it's the first.
 */
export type WayOntoChain = 'transaction' | 'owners' | 'operation' | 'firstOperation'

const accountAbi = parseAbi([
  'function entryPoint() view returns (address)',
  'function getThreshold() view returns (uint256)',
])

/**
 * Wallets that connect over a relay don't say what kind an account is: its code tells, unless it only borrows another's (EIP-7702), as
 * an account of one key does.
 */
export async function readWayOntoChain(client: EvmClient, { address, kind }: Account): Promise<WayOntoChain> {
  const code = await getCode(client, { address: address as Address })
  const isSmart = kind === 'smartAccount'
  if (isNoCode(code)) return isSmart ? 'firstOperation' : 'transaction'
  if (!isSmart && delegation.test(code ?? '')) return 'transaction'
  const answers = await callAll(
    client,
    (['entryPoint', 'getThreshold'] as const).map((functionName) => ({
      ...{ address: address as Address, abi: accountAbi, functionName },
    })),
  )
  const [hasEntryPoint, hasOwners] = answers.map((answer) => {
    if (answer.status === 'success') return true
    if (isRefusedByContract(answer.error)) return false
    throw answer.error
  })
  return hasEntryPoint ? 'operation' : hasOwners ? 'owners' : 'transaction'
}

/**
 * Limits that bundlers name for the check of a signature, the way through the EntryPoint, and their own transaction, with the wallet's
 * margin; and for setting the account up besides. What isn't used isn't charged in full, but the account has to hold it.
 */
const checkGas = 300_000n
const setUpGas = 600_000n
/** An operation isn't taken by a bundler that pays more for its transaction than it gets, so wallets offer twice the price. */
const priceTimes = 2n

/** The most that a wallet asks for which doesn't tell in advance: nothing is offered that it then refuses. */
async function boundOfOperation(
  client: EvmClient,
  { way, limit, plan, extra }: CallsToPrice,
): Promise<AccountFees> {
  const own = pricePerGas(plan)
  const offered = priceTimes * (await readPrice(client))
  const gas = limit + checkGas + (way === 'firstOperation' ? setUpGas : 0n)
  const most = gas * (offered > own ? offered : own) + extra.most
  return { most, toHold: most }
}

const readPrice = (client: EvmClient): Promise<bigint> =>
  estimateFeesPerGas(client).then(
    ({ maxFeePerGas }) => maxFeePerGas,
    (error: unknown) => {
      if (error instanceof Eip1559FeesNotSupportedError) return getGasPrice(client)
      throw error
    },
  )

/** Tells a preview the fees beside the highest one. */
export function forecastOf(
  { symbol, decimals }: Omit<Amount, 'value'>,
  { most, likely, setUp, payer }: AccountFees,
): FeeForecast {
  return {
    ...(likely === undefined || likely >= most ? {} : { likelyFee: { value: likely, symbol, decimals } }),
    ...(setUp === undefined ? {} : { setUpFee: { value: setUp, symbol, decimals } }),
    ...(payer ? { feePayer: payer } : {}),
  }
}
