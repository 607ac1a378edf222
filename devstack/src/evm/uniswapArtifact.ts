import { createRequire } from 'node:module'
import { type Abi, isHex } from 'viem'
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
  router02: '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
} as const

export type UniswapContract = keyof typeof files

/**
 * A compiled contract of Uniswap. They are under the GPL, so they are read from optional peers and not passed on.
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
      readonly bytecode?: unknown
      readonly evm?: { readonly bytecode: { readonly object: string } }
    }
    return { abi, bytecode: isHex(bytecode) ? bytecode : `0x${evm?.bytecode.object ?? bytecode}` }
  } catch (cause) {
    const message =
      'The pools of the local chain are Uniswap’s own contracts. Install @uniswap/v2-core 1.0.1, @uniswap/v2-periphery 1.1.0-beta.0, @uniswap/v3-core 1.0.1, @uniswap/v3-periphery 1.4.4, @uniswap/swap-router-contracts 1.3.1 and @uniswap/universal-router 2.1.0.'
    throw new DevstackError('BINARY_MISSING', message, { cause })
  }
}
