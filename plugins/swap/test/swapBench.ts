// Swapping by a real wallet, through real pools on a local chain. Not published.
import type { EvmAmm, EvmStack } from '@latchkey/devstack/evm'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import {
  type Account,
  type Clock,
  Connector,
  definePlugin,
  type NetworkId,
  type PluginContext,
} from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import type { TransactionDecided } from '@latchkey/kernel/transaction'
import { fakeWallet } from '@latchkey/kernel/testing'
import { eip155, type EvmCall, EvmCalls } from '@latchkey/plugin-eip155'
import { createEvmTestWallet, type EvmTestWallet, type EvmTestWalletOptions } from '@latchkey/testkit/evm'
import { type Address, erc20Abi } from 'viem'
import { evmSwaps, type EvmVenues } from '../src/evm/index.js'
import {
  swap,
  type SwapCallReader,
  type SwapChoice,
  Swapper,
  type SwapQuotes,
  SwapReader,
  SwapSource,
  swapSource,
  type SwapToken,
} from '../src/index.js'
import { type RouterForm, venuesOf } from './evmBench.js'

export interface SwapBenchOptions {
  /** Which account of the stack swaps, so that tests don't meet. */
  readonly account: number
  readonly wallet?: EvmTestWalletOptions
  /** The wallet of an earlier page, with what it remembers. */
  readonly sameWallet?: EvmTestWallet
  readonly form?: RouterForm
  /** In place of those of `form`. */
  readonly venues?: EvmVenues
  /** Adds to the kernel. */
  readonly add?: (context: PluginContext) => void
  /** A source of the test. */
  readonly source?: TestSource
  /** Leaves the plugin's own source out. */
  readonly isAlone?: boolean
  readonly plugins?: readonly PluginInput[]
  /** Shared by pages of one browser. */
  readonly storage?: StorageAdapter
  readonly clock?: Clock
}

export interface TestSource {
  readonly quotes: SwapQuotes<EvmCall>
  /** Reads its calls back. Default none. */
  readonly reader?: SwapCallReader
  /** Default `Liar`. */
  readonly name?: string
  readonly order?: number
}

function addSource(context: PluginContext, { quotes, reader, name = 'Liar', order }: TestSource): void {
  const source = { id: 'test.source', name, supports: () => true, load: async () => quotes }
  context.add(SwapSource, swapSource(EvmCalls, { ...source, ...(order === undefined ? {} : { order }) }))
  if (reader) context.add(SwapReader, { id: 'test.reader', namespace: 'eip155', load: async () => reader })
}

export const drawn = ['Swap', 'SwapSelectToken', 'SwapPreview', 'SwapProgress']

export async function openSwapBench(stack: EvmStack, amm: EvmAmm, options: SwapBenchOptions) {
  const { account: index, form = 'SwapRouter02' } = options
  const networkId: NetworkId = `eip155:${stack.chainId}`
  const holder = stack.accounts[index]
  if (!holder) throw new Error('The stack has no such account.')
  const { address, privateKey } = holder
  const wallet =
    options.sameWallet ??
    createEvmTestWallet({
      chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
      accounts: [privateKey],
      permitted: true,
      calls: 'none',
      ...options.wallet,
    })
  const account: Account = { id: `${networkId}:${address}`, namespace: 'eip155', address, kind: 'eoa' }
  const fake = fakeWallet({
    accounts: [account],
    networks: { eip155: networkId },
    provider: () => wallet.provider,
    answers: { connect: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
  })
  const test = definePlugin({
    id: 'test',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Connector, fake.connector)
      options.add?.(context)
      if (options.source) addSource(context, options.source)
    },
  })
  const other = { ...stack.chain, id: stack.chainId + 1, name: 'Elsewhere' }
  const venues = { [networkId]: options.venues ?? venuesOf(stack, amm, form) }
  const kernel = createKernel(
    [
      eip155({ networks: [stack.chain, other], discovery: false, injected: false }),
      test,
      swap(),
      !options.isAlone && evmSwaps({ venues }),
      ...(options.plugins ?? []),
    ],
    {
      storage: options.storage ?? memoryStorage(),
      logLevel: 'silent',
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    },
  )
  const events: { readonly id: string; readonly payload: unknown }[] = []
  kernel.events.onAny((event) => events.push(event as never))
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  kernel.get(Session).setActiveNamespace('eip155')
  const navigation = kernel.get(Navigation)
  navigation.attach((name) => [...drawn, 'Connect', 'Account', 'UnsupportedChain'].includes(name))
  const swapper = kernel.get(Swapper)
  const controller = await swapper.load()
  const { state } = swapper
  const coin: SwapToken = { ...stack.chain.nativeCurrency }
  const balanceOf = ({ address: token }: SwapToken, owner: string = address): Promise<bigint> =>
    token === undefined
      ? stack.balanceOf(owner as Address)
      : stack.tokenBalanceOf(token as Address, owner as Address)
  return {
    ...{
      stack,
      amm,
      kernel,
      wallet,
      fake,
      networkId,
      address,
      coin,
      swapper,
      controller,
      state,
      navigation,
      events,
    },
    balanceOf,
    allowance: (token: SwapToken, spender: string) =>
      stack.client.readContract({
        address: token.address as Address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [address, spender as Address],
      }),
    view: () => navigation.state.entries.at(-1)?.name,
    told: () => events.map(({ id }) => id).filter((id) => /SWAP/.test(id)),
    transactions: () =>
      events
        .filter(({ id }) => id.startsWith('TRANSACTION_'))
        .map(({ payload }) => payload as TransactionDecided),
    asked: () =>
      wallet.control.requests.map(({ method }) => method).filter((method) => /send|sign/i.test(method)),
    async fill(sell: SwapToken, buy: SwapToken, amountText: string): Promise<void> {
      await swapper.open()
      await controller.loadTokens()
      const choose = async (side: 'sell' | 'buy', token: SwapToken) => {
        const known: SwapChoice | undefined =
          token.address === undefined ? undefined : await controller.findToken(token.address)
        controller.chooseToken(side, known?.token ?? token)
      }
      await choose('buy', buy)
      await choose('sell', sell)
      await choose('buy', buy)
      controller.setAmount(amountText)
    },
    stop: () => kernel.dispose(),
  }
}

export type SwapBench = Awaited<ReturnType<typeof openSwapBench>>
