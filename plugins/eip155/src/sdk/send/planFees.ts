import type { FeeLevel } from '@latchkey/kernel/plugin'
import { estimateMaxPriorityFeePerGas, getBlock, getFeeHistory, getGasPrice } from 'viem/actions'
import type { EvmClient } from '../../clients.js'

/** Prices in wei per gas, as the chain takes them (EIP-1559, or a gas price before it). */
export type FeePlan = {
  /** The price that recent blocks would have led to. Absent where the chain does not tell. */
  readonly usualPrice?: bigint | undefined
} & (
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint; readonly gasPrice?: undefined }
  | { readonly gasPrice: bigint; readonly maxFeePerGas?: undefined }
)

/** Which of the tips of recent blocks to offer, and how much above the node's gas price, in percent. */
const percentiles: Readonly<Record<FeeLevel, number>> = { slow: 10, normal: 50, fast: 90 }
const gasPricePercent: Readonly<Record<FeeLevel, bigint>> = { slow: 100n, normal: 110n, fast: 130n }
const recentBlocks = 5

/** A chain has a fee market when its latest block has a base fee; others refuse such transactions. */
export async function planFees(client: EvmClient, level: FeeLevel): Promise<FeePlan> {
  const { baseFeePerGas } = await getBlock(client)
  if (baseFeePerGas === null) {
    const price = await getGasPrice(client)
    return { gasPrice: (price * gasPricePercent[level]) / 100n }
  }
  const recent = await readRecent(client, level)
  const tip = recent?.tip || (await estimateMaxPriorityFeePerGas(client))
  // Twice the base fee lasts through six full blocks.
  return {
    maxFeePerGas: 2n * baseFeePerGas + tip,
    maxPriorityFeePerGas: tip,
    usualPrice: recent?.base === undefined ? undefined : 2n * recent.base + (recent.tip ?? 0n),
  }
}

/** The most that one unit of gas can cost. */
export function pricePerGas(plan: FeePlan): bigint {
  return plan.gasPrice ?? plan.maxFeePerGas
}

interface RecentPrices {
  readonly base: bigint | undefined
  readonly tip: bigint | undefined
}

async function readRecent(client: EvmClient, level: FeeLevel): Promise<RecentPrices | undefined> {
  const history = await getFeeHistory(client, {
    blockCount: recentBlocks,
    rewardPercentiles: [percentiles[level]],
  }).catch(() => undefined)
  return (
    history && {
      base: medianOf(history.baseFeePerGas),
      tip: medianOf((history.reward ?? []).flatMap((block) => block[0] ?? [])),
    }
  )
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
