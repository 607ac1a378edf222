// Swapping by a real wallet with a market maker on a local chain. Not published.
import { type MarketMaker, type SolanaStack, startMarketMaker, startSolana } from '@latchkey/devstack/solana'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { type Account, Connector, definePlugin, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeWallet } from '@latchkey/kernel/testing'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { swap, Swapper } from '../src/index.js'
import { wrappedCoin } from '../src/solana/lazy/wrappedCoin.js'
import { solanaSwaps } from '../src/solana/index.js'
import { drawn } from './swapBench.js'

export interface MarketBench {
  /** Absent until the tests of the file run, like `maker`. */
  readonly stack: SolanaStack
  readonly maker: MarketMaker
}

/**
 * A local chain with a market maker, for all tests of one file. After each test it's honest again, and asks the prices of the
 * start.
 */
export function shareMarket(): MarketBench {
  const market = {} as { stack: SolanaStack; maker: MarketMaker }
  beforeAll(async () => {
    market.stack = await startSolana()
    market.maker = await startMarketMaker(market.stack)
  })
  afterAll(async () => {
    await market.maker?.stop()
    await market.stack?.stop()
  })
  afterEach(() => {
    const { maker } = market
    maker.lie()
    for (const { mint } of maker.assets) maker.setPrice(mint, 10_000n)
  })
  return market
}

/** What the node says that an account has of what the market maker deals in, by its symbol. */
export function heldOf({ stack, maker }: MarketBench, owner: string, symbol: string): Promise<bigint> {
  const mint = maker.assets.find((asset) => asset.symbol === symbol)?.mint
  return mint === undefined || mint === wrappedCoin
    ? stack.balanceOf(owner)
    : stack.tokenBalanceOf(mint, owner)
}

export async function confirmSwap({ controller, state }: SolanaBench): Promise<void> {
  await controller.confirm(state.preview)
  expect([state.notice, state.error?.message]).toEqual([undefined, undefined])
  await vi.waitFor(() => expect(state.phase, String(state.error)).toBe('confirmed'), 10_000)
}

/** Confirms the preview on screen. Afterwards the node has to say that the swap gave and cost what was shown, to the last unit. */
export async function swapAsShown(
  market: MarketBench,
  bench: SolanaBench,
  sell: string,
  buy: string,
): Promise<void> {
  const { preview } = bench.state
  const read = () => Promise.all([sell, buy].map((symbol) => heldOf(market, bench.address, symbol)))
  const [soldBefore = 0n, boughtBefore = 0n] = await read()
  await confirmSwap(bench)
  const [soldAfter = 0n, boughtAfter = 0n] = await read()
  const fee = preview?.fee.value ?? 0n
  expect(soldBefore - soldAfter).toBe((preview?.quote.sold.value ?? 0n) + (sell === 'SOL' ? fee : 0n))
  expect(boughtAfter - boughtBefore).toBe((preview?.quote.bought.value ?? 0n) - (buy === 'SOL' ? fee : 0n))
}

export interface SolanaBenchOptions {
  /** Which account of the stack swaps. Default the first. */
  readonly index?: number
  /** Another account, in place of that. */
  readonly person?: SolanaStack['accounts'][number]
  /** Which market makers the host names. Default the one that is given. */
  readonly makers?: readonly string[]
  /** What swaps are asked of. Default the market maker itself, as a service of Jupiter's protocol. */
  readonly sources?: readonly Plugin[]
  /** What is listed beside that. Default nothing. */
  readonly plugins?: readonly PluginInput[]
  /** Names of views that the plugins draw. */
  readonly views?: readonly string[]
}

export async function openSolanaBench(
  { stack, maker }: MarketBench,
  { index = 0, person, makers = [maker.address], sources, plugins = [], views = [] }: SolanaBenchOptions = {},
) {
  const networkId = stack.chainId as NetworkId
  const { address = '', secretKey = '' } = person ?? stack.accounts[index] ?? {}
  const wallet = createSolanaTestWallet({
    accounts: [secretKey],
    chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
    permitted: true,
  })
  const account: Account = { id: `${networkId}:${address}`, namespace: 'solana', address, kind: 'eoa' }
  const fake = fakeWallet({
    accounts: [account],
    networks: { solana: networkId },
    provider: () => wallet.wallet,
    answers: { connect: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
  })
  const test = definePlugin({
    id: 'test',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Connector, fake.connector)
    },
  })
  const network = defineSolanaNetwork({
    ...{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] },
    walletStandardChain: 'solana:localnet',
  })
  const { url, tokensUrl } = maker
  const kernel = createKernel(
    [
      solana({ networks: [network] }),
      test,
      swap(),
      ...(sources ?? [solanaSwaps({ url, tokensUrl, makers, networkId, name: 'Local maker' })]),
      ...plugins,
    ],
    { storage: memoryStorage(), logLevel: 'silent' },
  )
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  kernel.get(Session).setActiveNamespace('solana')
  const navigation = kernel.get(Navigation)
  navigation.attach((name) => [...drawn, ...views, 'Connect', 'Account', 'UnsupportedChain'].includes(name))
  const swapper = kernel.get(Swapper)
  const controller = await swapper.load()
  const { state } = swapper
  return {
    ...{ kernel, wallet, swapper, controller, state, address },
    asked: () => wallet.control.requests.map(({ method }) => method).filter((method) => /sign/i.test(method)),
    /** @param sell Symbols of tokens that the source suggests. */
    async fill(sell: string, buy: string, amountText: string): Promise<void> {
      await swapper.open()
      await controller.loadTokens()
      const choose = (side: 'sell' | 'buy', symbol: string) => {
        const found = state.tokens.list.find(({ token }) => token.symbol === symbol)
        if (!found) throw new Error(`Nobody suggests ${symbol}.`)
        controller.chooseToken(side, found.token)
      }
      choose('buy', buy)
      choose('sell', sell)
      choose('buy', buy)
      controller.setAmount(amountText)
    },
    stop: () => kernel.dispose(),
  }
}

export type SolanaBench = Awaited<ReturnType<typeof openSolanaBench>>
