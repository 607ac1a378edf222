import { type Address, erc20Abi, parseUnits, zeroAddress } from 'viem'
import { artifacts } from './artifacts.js'
import type { EvmAmm } from './deployAmm.js'
import { withDeployer } from './deployer.js'
import type { EvmStack, EvmToken } from './evmStack.js'
import { fillV3Pool, type PoolFilling } from './fillV3Pool.js'
import { uniswapArtifact } from './uniswapArtifact.js'

export interface SlipstreamPool {
  readonly tokens: readonly [EvmToken, EvmToken]
  /** By which the router and the quoter find it. */
  readonly spacing: number
  /** In millionths. Nothing of it follows from the spacing. */
  readonly fee: number
  readonly address: Address
}

/** Pools that are told apart by a tick spacing. */
export interface EvmSlipstream {
  readonly router: Address
  readonly quoter: Address
  readonly pools: readonly SlipstreamPool[]
}

/** A fee that the factory doesn't start with, and the spacing that it is given. */
const cheap = 100
const cheapSpacing = 1

type Filling = PoolFilling & Pick<SlipstreamPool, 'spacing' | 'fee'>

/**
 * Deploys a router and a quoter with the functions of Slipstream's, which no package publishes, over pools of a second Uniswap
 * v3 of their own: what the pools do is Uniswap's own arithmetic.
 *
 * @throws DevstackError BINARY_MISSING
 */
export async function deploySlipstream(stack: EvmStack, amm: EvmAmm): Promise<EvmSlipstream> {
  return withDeployer(stack.client, async (deployer) => {
    const { address: weth } = amm.tokens.weth
    const factory = await deployer.deploy(uniswapArtifact('v3Factory'))
    const { abi } = uniswapArtifact('v3Factory')
    await deployer.call(factory, abi, 'enableFeeAmount', [cheap, cheapSpacing])
    const positions = await deployer.deploy(uniswapArtifact('v3Positions'), [factory, weth, zeroAddress])
    const slipstream = await deployer.deploy(artifacts.localSlipstream, [weth])
    await deployer.call(weth, artifacts.wrappedCoin.abi, 'deposit', [], parseUnits('1000', 18))
    const fillings = fillingsOf(stack, amm)
    const tokens = new Set(fillings.flatMap((filling) => filling.tokens.map(({ address }) => address)))
    for (const token of tokens) await deployer.call(token, erc20Abi, 'approve', [positions, 2n ** 255n])
    const pools: SlipstreamPool[] = []
    for (const filling of fillings) {
      await fillV3Pool(deployer, positions, filling)
      const [one, other] = filling.tokens
      const args = [one.address, other.address, filling.fee]
      const read = { address: factory, abi, functionName: 'getPool', args }
      const address = (await stack.client.readContract(read)) as Address
      await deployer.call(slipstream, artifacts.localSlipstream.abi, 'addPool', [address, filling.spacing])
      pools.push({ tokens: filling.tokens, spacing: filling.spacing, fee: filling.fee, address })
    }
    return { router: slipstream, quoter: slipstream, pools }
  })
}

/** Cheaper than the pools of `deployAmm` but for one, so that they have the best price. */
function fillingsOf({ tokens: { usd, gold } }: EvmStack, { tokens }: EvmAmm): readonly Filling[] {
  const { weth, permit } = tokens
  return [
    { tokens: [weth, usd], spacing: 100, fee: cheap, amounts: ['25', '75000'] },
    { tokens: [weth, usd], spacing: 1, fee: 3_000, amounts: ['5', '15000'] },
    { tokens: [weth, gold], spacing: 200, fee: 500, amounts: ['100', '200000'] },
    { tokens: [weth, permit], spacing: 200, fee: 500, amounts: ['100', '200000'] },
  ]
}
