import { type Address, parseUnits } from 'viem'
import type { Deployer } from './deployer.js'
import type { EvmToken } from './evmStack.js'
import { squareRoot } from './squareRoot.js'
import { uniswapArtifact } from './uniswapArtifact.js'

/** Seconds since the epoch that no test reaches. */
export const never = 2n ** 40n

export interface PoolFilling {
  readonly tokens: readonly [EvmToken, EvmToken]
  /** In whole tokens. */
  readonly amounts: readonly [string, string]
}

export interface SortedFilling {
  readonly token0: EvmToken
  readonly token1: EvmToken
  readonly amount0: bigint
  readonly amount1: bigint
  /** Of the price: the amount of the second token for one unit of the first, with 96 binary places. */
  readonly root: bigint
  /** The tick of the price. */
  readonly tick: number
}

export const unitsOf = ({ tokens: [first, second], amounts }: PoolFilling): readonly [bigint, bigint] => [
  parseUnits(amounts[0], first.decimals),
  parseUnits(amounts[1], second.decimals),
]

/** Pools hold the token of the lower address first. */
export function sortFilling(pool: PoolFilling): SortedFilling {
  const units = unitsOf(pool)
  const isSorted = BigInt(pool.tokens[0].address) < BigInt(pool.tokens[1].address)
  const [token0, token1] = isSorted ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
  const [amount0, amount1] = isSorted ? units : [units[1], units[0]]
  const tick = Math.floor(Math.log(Number(amount1) / Number(amount0)) / Math.log(1.0001))
  return { token0, token1, amount0, amount1, root: squareRoot((amount1 << 192n) / amount0), tick }
}

/** The whole range, and one near the price, so that large trades cross ticks. */
export function rangesOf(tick: number, spacing: number): readonly (readonly [number, number])[] {
  const current = Math.floor(tick / spacing) * spacing
  const edge = Math.floor(887_272 / spacing) * spacing
  return [
    [-edge, edge],
    [current - 10 * spacing, current + 10 * spacing],
  ]
}

/** Creates a pool of Uniswap v3, and fills each of its ranges with half. */
export async function fillV3Pool(
  deployer: Deployer,
  positions: Address,
  { fee, ...pool }: PoolFilling & { readonly fee: number },
): Promise<void> {
  const { abi } = uniswapArtifact('v3Positions')
  const { token0, token1, amount0, amount1, root, tick } = sortFilling(pool)
  const key = [token0.address, token1.address, fee]
  await deployer.call(positions, abi, 'createAndInitializePoolIfNecessary', [...key, root])
  for (const [tickLower, tickUpper] of rangesOf(tick, fee / 50)) {
    const position = { tickLower, tickUpper, fee, token0: token0.address, token1: token1.address }
    const amounts = {
      amount0Desired: amount0 / 2n,
      amount1Desired: amount1 / 2n,
      amount0Min: 0n,
      amount1Min: 0n,
    }
    const mint = { ...position, ...amounts, recipient: deployer.address, deadline: never }
    await deployer.call(positions, abi, 'mint', [mint])
  }
}
