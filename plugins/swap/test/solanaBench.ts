// Swapping by a real wallet with a market maker on a local chain. Not published.
import type { MarketMaker, SolanaStack } from '@latchkey/devstack/solana'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import {
  type Account,
  Connector,
  definePlugin,
  Navigation,
  type NetworkId,
  type Plugin,
  Session,
} from '@latchkey/kernel/plugin'
import { fakeWallet } from '@latchkey/kernel/testing'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import { swap, Swapper } from '../src/index.js'
import { solanaSwaps } from '../src/solana/index.js'
import { drawn } from './swapBench.js'

export interface SolanaBenchOptions {
  /** Which account of the stack swaps. Default the first. */
  readonly index?: number
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
  stack: SolanaStack,
  maker: MarketMaker,
  { index = 0, makers = [maker.address], sources, plugins = [], views = [] }: SolanaBenchOptions = {},
) {
  const networkId = stack.chainId as NetworkId
  const { address = '', secretKey = '' } = stack.accounts[index] ?? {}
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
