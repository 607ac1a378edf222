import type { FeeLevel } from '@latchkey/kernel/contracts'
import { estimateMaxPriorityFeePerGas, getBlock, getFeeHistory, getGasPrice } from 'viem/actions'
import type { EvmClient } from '../../clients.js'

/** Prices in wei per gas, as the chain takes them (EIP-1559, or a gas price before it). */
export type FeePlan = {
  /** What the next block will take, if it's priced as the last one. */
  readonly likelyPrice: bigint
  /** The price that recent blocks would have led to. Absent where the chain does not tell. */
  readonly usualPrice?: bigint | undefined
  /** The base fee stands where it stood in recent blocks, so that nothing explains a much higher tip. */
  readonly isCalm?: boolean
} & (
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint; readonly gasPrice?: undefined }
  | { readonly gasPrice: bigint; readonly maxFeePerGas?: undefined }
)

/** Which of the tips of recent blocks to offer, and how much above the node's gas price, in percent. */
const percentiles: Readonly<Record<FeeLevel, number>> = { slow: 10, normal: 50, fast: 90 }
const gasPricePercent: Readonly<Record<FeeLevel, bigint>> = { slow: 100n, normal: 110n, fast: 130n }
/** Blocks whose tips are offered, and blocks that say what is usual. */
const offeredBlocks = 5
const recentBlocks = 20
const usualPercentile = 50

/** A chain has a fee market when its latest block has a base fee; others refuse such transactions. */
export async function planFees(client: EvmClient, level: FeeLevel): Promise<FeePlan> {
  const { baseFeePerGas } = await getBlock(client)
  if (baseFeePerGas === null) {
    const price = await getGasPrice(client)
    const gasPrice = (price * gasPricePercent[level]) / 100n
    return { gasPrice, likelyPrice: gasPrice }
  }
  const recent = await readRecent(client, level)
  const tip = recent?.tip || (await estimateMaxPriorityFeePerGas(client))
  // Twice the base fee lasts through six full blocks.
  return {
    maxFeePerGas: 2n * baseFeePerGas + tip,
    maxPriorityFeePerGas: tip,
    likelyPrice: baseFeePerGas + tip,
    usualPrice: recent?.base === undefined ? undefined : 2n * recent.base + (recent.usualTip ?? 0n),
    isCalm: recent?.base !== undefined && baseFeePerGas <= 2n * recent.base,
  }
}

/** The most that one unit of gas can cost. */
export function pricePerGas(plan: FeePlan): bigint {
  return plan.gasPrice ?? plan.maxFeePerGas
}

interface RecentPrices {
  readonly base: bigint | undefined
  readonly tip: bigint | undefined
  readonly usualTip: bigint | undefined
}

async function readRecent(client: EvmClient, level: FeeLevel): Promise<RecentPrices | undefined> {
  const history = await getFeeHistory(client, {
    blockCount: recentBlocks,
    // Nodes want them in order, and none twice.
    rewardPercentiles: [...new Set([percentiles[level], usualPercentile])].sort((a, b) => a - b),
  }).catch(() => undefined)
  if (!history) return undefined
  const { reward = [] } = history
  const isHigh = percentiles[level] > usualPercentile
  return {
    base: medianOf(history.baseFeePerGas),
    tip: medianOf(reward.slice(-offeredBlocks).flatMap((block) => block.at(isHigh ? -1 : 0) ?? [])),
    usualTip: medianOf(reward.flatMap((block) => block.at(isHigh ? 0 : -1) ?? [])),
  }
}

function medianOf(values: readonly bigint[]): bigint | undefined {
  // no money: a place in a list
  return [...values].sort((a, b) => (a < b ? -1 : 1))[Math.floor(values.length / 2)]
}

/** Never undefined in the plan's type, so that a spread gives the wallet only what applies. */
export function feeFields(plan: FeePlan): Readonly<Record<string, bigint>> {
  return plan.gasPrice === undefined
    ? { maxFeePerGas: plan.maxFeePerGas, maxPriorityFeePerGas: plan.maxPriorityFeePerGas }
    : { gasPrice: plan.gasPrice }
}
