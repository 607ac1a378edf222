import { createRequire } from 'node:module'
import { type Abi, type Hex, isHex } from 'viem'
import { DevstackError } from '../devstackError.js'
import type { Artifact } from './deployer.js'

const files = {
  v2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  v2Pair: '@uniswap/v2-core/build/UniswapV2Pair.json',
  v2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  v3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  v3Positions:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  v3Router: '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json',
  v3Quoter: '@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
  mixedQuoter:
    '@uniswap/swap-router-contracts/artifacts/contracts/lens/MixedRouteQuoterV1.sol/MixedRouteQuoterV1.json',
  universalRouter: '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
  v4PoolManager: '@uniswap/v4-periphery/foundry-out/PoolManager.sol/PoolManager.default.json',
  v4Positions: '@uniswap/v4-periphery/foundry-out/PositionManager.sol/PositionManager.json',
  v4Quoter: '@uniswap/v4-periphery/foundry-out/V4Quoter.sol/V4Quoter.json',
  router02: '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
} as const

export type UniswapContract = keyof typeof files

/**
 * A compiled contract of Uniswap. They are under the GPL, and the pool manager of v4 under the BUSL-1.1, so they are read from
 * optional peers and not passed on.
 *
 * @throws DevstackError BINARY_MISSING
 */
export function uniswapArtifact(
  contract: UniswapContract,
  load: (name: string) => unknown = createRequire(import.meta.url),
): Artifact {
  const file = files[contract]
  try {
    const { abi, bytecode, evm } = load(file) as {
      readonly abi: Abi
      readonly bytecode?: string | { readonly object: Hex }
      readonly evm?: { readonly bytecode: { readonly object: string } }
    }
    if (typeof bytecode === 'object') return { abi, bytecode: bytecode.object }
    return { abi, bytecode: isHex(bytecode) ? bytecode : `0x${evm?.bytecode.object ?? bytecode}` }
  } catch (cause) {
    const message =
      'The pools of the local chain are Uniswap’s own contracts. Install @uniswap/v2-core 1.0.1, @uniswap/v2-periphery 1.1.0-beta.0, @uniswap/v3-core 1.0.1, @uniswap/v3-periphery 1.4.4, @uniswap/swap-router-contracts 1.3.1, @uniswap/universal-router 2.0.0 and @uniswap/v4-periphery 1.0.3.'
    throw new DevstackError('BINARY_MISSING', message, { cause })
  }
}
