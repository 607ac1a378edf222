import { type Address, erc20Abi, maxUint160, parseAbi, parseUnits, zeroAddress } from 'viem'
import { artifacts } from './artifacts.js'
import { type EvmAmm, poolCodes } from './deployAmm.js'
import { type Deployer, withDeployer } from './deployer.js'
import type { EvmStack, EvmToken } from './evmStack.js'
import type { PoolFilling } from './fillV3Pool.js'
import { fillV4Pool } from './fillV4Pool.js'
import { uniswapArtifact } from './uniswapArtifact.js'

export interface V4Pool {
  /** The coin has the address zero. */
  readonly tokens: readonly [EvmToken, EvmToken]
  /** In millionths. */
  readonly fee: number
  readonly spacing: number
}

/** Pools of Uniswap v4 without hooks. */
export interface EvmUniswapV4 {
  readonly poolManager: Address
  readonly positions: Address
  readonly quoter: Address
  /** A universal router of version 2.0, which trades on the pools of `deployAmm` too. It is paid through their Permit2. */
  readonly router: Address
  readonly pools: readonly V4Pool[]
}

/** Seconds since the epoch, in 48 bits. */
const never = 2 ** 40
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/**
 * Deploys Uniswap v4 with pools of the coin, of the wrapped coin and of tokens.
 *
 * @throws DevstackError BINARY_MISSING
 */
export async function deployUniswapV4(stack: EvmStack, amm: EvmAmm): Promise<EvmUniswapV4> {
  return withDeployer(stack.client, async (deployer) => {
    const { permit2 } = amm.universal
    const weth = amm.tokens.weth.address
    const poolManager = await deployer.deploy(uniswapArtifact('v4PoolManager'), [deployer.address])
    const quoter = await deployer.deploy(uniswapArtifact('v4Quoter'), [poolManager])
    const parameters = [poolManager, permit2, 300_000n, zeroAddress, weth]
    const positions = await deployer.deploy(uniswapArtifact('v4Positions'), parameters)
    const router = await deployer.deploy(uniswapArtifact('universalRouter'), [
      {
        ...{ permit2, weth9: weth, v2Factory: amm.v2.factory, v3Factory: amm.v3.factory },
        ...poolCodes(),
        v4PoolManager: poolManager,
        ...{ v3NFTPositionManager: amm.v3.positions, v4PositionManager: positions },
      },
    ])
    const pools = poolsOf(stack, amm)
    await deployer.call(weth, artifacts.wrappedCoin.abi, 'deposit', [], parseUnits('100', 18))
    await allow(deployer, pools, { permit2, positions })
    for (const pool of pools) await fillV4Pool(deployer, positions, pool)
    return { poolManager, positions, quoter, router, pools }
  })
}

async function allow(
  deployer: Deployer,
  pools: readonly V4Pool[],
  { permit2, positions }: { readonly permit2: Address; readonly positions: Address },
): Promise<void> {
  for (const token of new Set(pools.flatMap(({ tokens }) => tokens.map(({ address }) => address)))) {
    if (token === zeroAddress) continue
    await deployer.call(token, erc20Abi, 'approve', [permit2, 2n ** 255n])
    await deployer.call(permit2, permit2Abi, 'approve', [token, positions, maxUint160, never])
  }
}

/** Cheaper than the pools of `deployAmm` but for that of the wrapped coin, so that they have the best price. */
function poolsOf({ chain, tokens }: EvmStack, amm: EvmAmm): readonly (V4Pool & PoolFilling)[] {
  const coin: EvmToken = { address: zeroAddress, ...chain.nativeCurrency }
  const { usd, gold } = tokens
  const { weth, permit } = amm.tokens
  return [
    { tokens: [coin, usd], fee: 100, spacing: 1, amounts: ['25', '75000'] },
    { tokens: [coin, gold], fee: 500, spacing: 10, amounts: ['100', '200000'] },
    { tokens: [coin, permit], fee: 500, spacing: 10, amounts: ['100', '200000'] },
    { tokens: [weth, usd], fee: 3_000, spacing: 60, amounts: ['5', '15000'] },
  ]
}
