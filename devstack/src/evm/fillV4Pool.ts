import { type Address, encodeAbiParameters, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import type { Deployer } from './deployer.js'
import { never, type PoolFilling, rangesOf, type SortedFilling, sortFilling } from './fillV3Pool.js'
import { uniswapArtifact } from './uniswapArtifact.js'

const key = parseAbiParameters([
  'Pool pool, int24 low, int24 high, uint256 liquidity, uint128 most0, uint128 most1, address owner, bytes hookData',
  'struct Pool { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])
const pair = parseAbiParameters('address currency, address other')
const plan = parseAbiParameters('bytes actions, bytes[] parameters')
/** Mint a position, pay for both currencies, and give back what is left of the first: the coin is always that. */
const actions = '0x020d14'

/** Creates a pool of Uniswap v4 without a hook, and fills each of its ranges with nearly half. */
export async function fillV4Pool(
  deployer: Deployer,
  positions: Address,
  { fee, spacing, ...filling }: PoolFilling & { readonly fee: number; readonly spacing: number },
): Promise<void> {
  const { abi } = uniswapArtifact('v4Positions')
  const sorted = sortFilling(filling)
  const [currency0, currency1] = [sorted.token0.address, sorted.token1.address]
  const pool = { currency0, currency1, fee, tickSpacing: spacing, hooks: zeroAddress }
  await deployer.call(positions, abi, 'initializePool', [pool, sorted.root])
  for (const [low, high] of rangesOf(sorted.tick, spacing)) {
    const most = [sorted.amount0 / 2n, sorted.amount1 / 2n] as const
    const liquidity = liquidityOf(sorted, low, high)
    const mint = [pool, low, high, liquidity, ...most, deployer.address, '0x'] as const
    const parameters: readonly Hex[] = [
      encodeAbiParameters(key, mint),
      encodeAbiParameters(pair, [currency0, currency1]),
      encodeAbiParameters(pair, [currency0, deployer.address]),
    ]
    const value = currency0 === zeroAddress ? most[0] : 0n
    const data = encodeAbiParameters(plan, [actions, parameters])
    await deployer.call(positions, abi, 'modifyLiquidities', [data, never], value)
  }
}

/** As much as half of both amounts pays for, and a little less: these are no amounts of anybody, so that floats are enough. */
function liquidityOf({ amount0, amount1 }: SortedFilling, low: number, high: number): bigint {
  const rootAt = (tick: number) => 1.0001 ** (tick / 2)
  const root = Math.sqrt(Number(amount1) / Number(amount0))
  const [from, to] = [rootAt(low), rootAt(high)]
  const byFirst = ((Number(amount0) / 2) * root * to) / (to - root)
  const bySecond = Number(amount1) / 2 / (root - from)
  return BigInt(Math.floor(Math.min(byFirst, bySecond) * 0.999))
}
