import { type Address, erc20Abi, keccak256, parseUnits, zeroAddress } from 'viem'
import { artifacts } from './artifacts.js'
import { type Deployer, withDeployer } from './deployer.js'
import type { EvmStack, EvmToken } from './evmStack.js'
import { fillV3Pool, never, type PoolFilling, unitsOf } from './fillV3Pool.js'
import { uniswapArtifact } from './uniswapArtifact.js'
import { waitForReceipt } from './waitForReceipt.js'

export interface AmmTokens {
  /** The wrapped coin. */
  readonly weth: EvmToken
  /** Takes approvals by signature (EIP-2612). */
  readonly permit: EvmToken
  /** Burns 1 % of every transfer. */
  readonly taxed: EvmToken
  /** Balances change without a transfer: `rebase(basisPoints)`. */
  readonly rebasing: EvmToken
  /** Has no `name`, `symbol` and `decimals`. */
  readonly silent: EvmToken
  /** 0 decimals. */
  readonly whole: EvmToken
  /** 36 decimals. */
  readonly fine: EvmToken
}

export interface AmmPool {
  readonly venue: 'v2' | 'v3'
  readonly tokens: readonly [EvmToken, EvmToken]
  /** Of v3, in millionths. */
  readonly fee?: number
}

export interface AmmTrade {
  readonly from: Address
  /** A pool with both exists on the venue. */
  readonly sell: Address
  readonly buy: Address
  /** In the smallest unit of `sell`. */
  readonly amount: bigint
  /** @default 'v2' */
  readonly venue?: 'v2' | 'v3'
  /** Of the v3 pool. @default 3000 */
  readonly fee?: number
}

/** Pools of Uniswap v2 and v3 on a local chain. */
export interface EvmAmm {
  readonly v2: { readonly factory: Address; readonly router: Address }
  readonly v3: {
    readonly factory: Address
    readonly positions: Address
    readonly quoter: Address
    readonly router: Address
    /** The second router, which trades on v2 and v3. */
    readonly router02: Address
    /** Quotes of routes over pools of both versions. */
    readonly mixedQuoter: Address
  }
  /** The router that takes its tokens through Permit2, and trades on v2 and v3. */
  readonly universal: { readonly router: Address; readonly permit2: Address }
  readonly tokens: AmmTokens
  readonly pools: readonly AmmPool[]
  /** What another trader does, at any price. The account is one of the stack's, and pays in tokens that it holds. */
  trade(trade: AmmTrade): Promise<void>
}

const each = 1_000_000n

/**
 * Deploys Uniswap v2 and v3, tokens that are hard to swap, and pools with liquidity. Every account of the stack gets
 * 1,000,000 of each token but the wrapped coin.
 *
 * @throws DevstackError BINARY_MISSING
 */
export async function deployAmm(stack: EvmStack): Promise<EvmAmm> {
  const { client } = stack
  const holders = stack.accounts.map(({ address }) => address)
  return withDeployer(client, async (deployer) => {
    const tokens = await deployTokens(deployer, [...holders, deployer.address])
    const venues = await deployVenues(stack, deployer, tokens.weth.address)
    const pools = poolsOf(stack, tokens)
    await deployer.call(tokens.weth.address, artifacts.wrappedCoin.abi, 'deposit', [], parseUnits('5000', 18))
    const asked = new Set(pools.flatMap((pool) => pool.tokens.map(({ address }) => address)))
    for (const token of asked) {
      for (const spender of [venues.v2.router, venues.v3.positions]) {
        await deployer.call(token, erc20Abi, 'approve', [spender, 2n ** 255n])
      }
    }
    for (const pool of pools) await fill(deployer, venues, pool)
    await useOnce(stack, deployer, venues, pools)
    return { ...venues, tokens, pools, trade: createTrade(stack, venues) }
  })
}

type Venues = Pick<EvmAmm, 'v2' | 'v3' | 'universal'>

async function deployTokens(deployer: Deployer, holders: readonly Address[]): Promise<AmmTokens> {
  const known = async (name: string, symbol: string, decimals: number): Promise<EvmToken> => {
    const parameters = [name, symbol, decimals, holders, each * 10n ** BigInt(decimals)]
    const artifact = symbol === 'SIGN' ? artifacts.permitToken : artifacts.localToken
    return { address: await deployer.deploy(artifact, parameters), name, symbol, decimals }
  }
  const amount = each * 10n ** 18n
  const odd = async (artifact: typeof artifacts.taxedToken, name: string, symbol: string) => ({
    address: await deployer.deploy(artifact, [holders, amount]),
    ...{ name, symbol, decimals: 18 },
  })
  return {
    weth: {
      address: await deployer.deploy(artifacts.wrappedCoin),
      ...{ name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
    },
    permit: await known('Signed Token', 'SIGN', 18),
    taxed: await odd(artifacts.taxedToken, 'Taxed Token', 'TAXED'),
    rebasing: await odd(artifacts.rebasingToken, 'Rebasing Token', 'REBASE'),
    silent: await odd(artifacts.silentToken, '', ''),
    whole: await known('Whole Token', 'WHOLE', 0),
    fine: await known('Fine Token', 'FINE', 36),
  }
}

async function deployVenues({ client }: EvmStack, deployer: Deployer, weth: Address): Promise<Venues> {
  const deploy = (name: Parameters<typeof uniswapArtifact>[0], parameters: readonly unknown[]) =>
    deployer.deploy(uniswapArtifact(name), parameters)
  const v2Factory = await deploy('v2Factory', [deployer.address])
  const v2Router = await deploy('v2Router', [v2Factory, weth])
  const factory = await deploy('v3Factory', [])
  const positions = await deploy('v3Positions', [factory, weth, zeroAddress])
  await client.setCode({ address: permit2, bytecode: artifacts.permit2.bytecode })
  const venues = { permit2, weth9: weth, v2Factory, v3Factory: factory }
  return {
    v2: { factory: v2Factory, router: v2Router },
    v3: {
      factory,
      positions,
      quoter: await deploy('v3Quoter', [factory, weth]),
      router: await deploy('v3Router', [factory, weth]),
      router02: await deploy('router02', [v2Factory, factory, positions, weth]),
      mixedQuoter: await deploy('mixedQuoter', [factory, v2Factory, weth]),
    },
    universal: {
      router: await deploy('universalRouter', [{ ...venues, ...poolCodes(), ...withoutV4 }]),
      permit2,
    },
  }
}

/** Where Permit2 lives on every public chain. */
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** By which the router works out the addresses of pools: the code of v2-core's pair, and what v3-core says of its own. */
export const poolCodes = () => ({
  pairInitCodeHash: keccak256(uniswapArtifact('v2Pair').bytecode),
  poolInitCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
})

/** The fourth version has a router of its own: deployUniswapV4.ts. */
const withoutV4 = {
  v4PoolManager: zeroAddress,
  v3NFTPositionManager: zeroAddress,
  v4PositionManager: zeroAddress,
} as const

type FilledPool = AmmPool & PoolFilling

function poolsOf({ tokens: { usd, gold, legacy } }: EvmStack, own: AmmTokens): readonly FilledPool[] {
  const { weth, permit, taxed, rebasing, silent, whole, fine } = own
  return [
    { venue: 'v2', tokens: [weth, usd], amounts: ['100', '300000'] },
    { venue: 'v2', tokens: [weth, gold], amounts: ['200', '400000'] },
    { venue: 'v2', tokens: [weth, legacy], amounts: ['50', '150000'] },
    { venue: 'v2', tokens: [weth, taxed], amounts: ['50', '100000'] },
    { venue: 'v2', tokens: [weth, rebasing], amounts: ['50', '100000'] },
    { venue: 'v2', tokens: [weth, silent], amounts: ['50', '100000'] },
    { venue: 'v2', tokens: [usd, whole], amounts: ['50000', '50000'] },
    // A v2 pool counts to 2^112, which is 0.005 of a token with 36 decimals.
    { venue: 'v2', tokens: [weth, fine], amounts: ['50', '0.001'] },
    { venue: 'v3', tokens: [weth, usd], fee: 500, amounts: ['150', '450000'] },
    { venue: 'v3', tokens: [weth, permit], fee: 3000, amounts: ['200', '400000'] },
    { venue: 'v3', tokens: [gold, permit], fee: 10_000, amounts: ['50000', '50000'] },
  ]
}

async function fill(deployer: Deployer, venues: Venues, pool: FilledPool): Promise<void> {
  if (pool.venue === 'v2') await fillV2(deployer, venues, pool)
  else await fillV3Pool(deployer, venues.v3.positions, { ...pool, fee: pool.fee ?? 3000 })
}

async function fillV2(deployer: Deployer, { v2 }: Venues, pool: FilledPool): Promise<void> {
  const [first, second] = pool.tokens
  const [one, other] = unitsOf(pool)
  const parameters = [first.address, second.address, one, other, 0n, 0n, deployer.address, never]
  await deployer.call(v2.router, uniswapArtifact('v2Router').abi, 'addLiquidity', parameters)
}

/**
 * The first use of a v2 pool in a later second than its filling writes two slots that were empty. A gas limit that was
 * estimated in the same second knows nothing of them: 44,200 gas each pool, more than a swap's usual margin. Pools that
 * people trade in have been used.
 */
async function useOnce(
  { client }: EvmStack,
  deployer: Deployer,
  { v2 }: Venues,
  pools: readonly FilledPool[],
): Promise<void> {
  await client.increaseTime({ seconds: 1 })
  const { abi } = uniswapArtifact('v2Factory')
  for (const { venue, tokens } of pools) {
    if (venue !== 'v2') continue
    const args = tokens.map(({ address }) => address)
    const pair = await client.readContract({ address: v2.factory, abi, functionName: 'getPair', args })
    await deployer.call(pair as Address, uniswapArtifact('v2Pair').abi, 'sync', [])
  }
}

function createTrade({ client }: EvmStack, { v2, v3 }: Venues): EvmAmm['trade'] {
  return async ({ from, sell, buy, amount, venue = 'v2', fee = 3000 }) => {
    const router = venue === 'v2' ? v2.router : v3.router
    // A trade that the pool refuses is told by its receipt, and none waits for a lower price of gas.
    const account = { account: from, chain: client.chain, gas: 2_000_000n, gasPrice: 10n ** 11n } as const
    const approved = await client.writeContract({
      ...account,
      address: sell,
      abi: erc20Abi,
      functionName: 'approve',
      args: [router, amount],
    })
    await waitForReceipt(client, approved)
    const single = { tokenIn: sell, tokenOut: buy, fee, recipient: from, deadline: never, amountIn: amount }
    const hash = await client.writeContract(
      venue === 'v2'
        ? {
            ...account,
            address: router,
            abi: uniswapArtifact('v2Router').abi,
            functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
            args: [amount, 0n, [sell, buy], from, never],
          }
        : {
            ...account,
            address: router,
            abi: uniswapArtifact('v3Router').abi,
            functionName: 'exactInputSingle',
            args: [{ ...single, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
          },
    )
    const { status } = await waitForReceipt(client, hash)
    if (status !== 'success') throw new Error('The trade of another trader was refused by the pool.')
  }
}
