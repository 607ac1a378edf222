// A kernel with one chain, a wallet and a shop, and the switches to all of it. Not published.
import type { Multiplier } from '@latchkey/kernel/chain'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import {
  Activity,
  type DataSource,
  Balance,
  type BalanceChange,
  type CallsDecision,
  type CallsStep,
  callsKey,
  capability,
  Explorer,
  type FollowRequest,
  type Holding,
  Holdings,
  PaymentRequest,
  type PaymentLinkContent,
  Send,
  type SendCapability,
  type SendNotice,
  type SendRequest,
  type StorageAdapter,
  type SubmittedCalls,
  type TransactionRecord,
} from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import {
  fakeAccount,
  type FakeClock,
  fakeClock,
  fakeNamespace,
  fakeNetwork,
  fakeWallet,
} from '@latchkey/kernel/testing'
import { alice, bob, carol, coin, ether, fakeSend, holdings, usdToken } from '../../send/test/sendBench.js'
import { type Bill, Exchange, type ExchangeStatus, pay, Payer, PaymentSwap } from '../src/index.js'

export { alice, bob, carol, coin, ether, usdToken }

type FakeChain = ReturnType<typeof fakeSend>

export interface PayBenchOptions {
  /** The contract by which the coin of the first network is a token, too. */
  readonly coinToken?: string
  /** Of the chain and the wallet. Default `eip155`. */
  readonly namespace?: 'eip155' | 'solana'
  readonly storage?: StorageAdapter
  readonly clock?: FakeClock
  readonly holdings?: readonly Holding[]
  readonly plugins?: readonly PluginInput[]
  readonly links?: Readonly<Record<string, PaymentLinkContent>>
  readonly atomic?: boolean
  /** Of the accounts. Default `eoa`. */
  readonly kind?: 'watching'
  /** The chain has no transfers among its calls: a swap comes first, and the payment after it. */
  readonly isSwapFirst?: boolean
  /** Factor by which people multiply the dollars. Default none. */
  readonly multiplier?: Multiplier
}

export function payBench(options: PayBenchOptions = {}) {
  const chain = fakeSend()
  const { namespace = 'eip155' } = options
  const networkId = `${namespace}:1` as const
  const ExampleCalls = callsKey<unknown>(namespace)
  const clock = options.clock ?? fakeClock()
  const twin = options.coinToken === undefined ? {} : { coinToken: options.coinToken }
  const wallet = fakeWallet({
    name: 'Metal Wallet',
    accounts: [alice, carol].map((address) =>
      fakeAccount(networkId, address, { kind: options.kind ?? 'eoa' }),
    ),
    networks: { [namespace]: networkId },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve' },
  })
  /** What the chain, the swap and the exchange do next. */
  const world = {
    sold: 10n ** 15n,
    minimum: undefined as bigint | undefined,
    changes: undefined as readonly BalanceChange[] | undefined,
    notices: [] as readonly SendNotice[],
    allowed: 0n,
    /** Coin that a payment needs beside its sum. */
    reserve: 10n ** 12n,
    /** Why it couldn't be made after a swap. */
    unpayable: undefined as Error | undefined,
    calls: [] as unknown[][],
    submit: undefined as (() => Promise<string>) | undefined,
    decide: (_: CallsDecision) => {},
    /** What the chain makes of calls, in place of `decide`. */
    decision: undefined as ((id: string) => Promise<CallsDecision>) | undefined,
    /** The chain can't be asked what became of the calls. */
    lose: (_: Error) => {},
    /** Ids of calls that a later page took up. */
    followed: [] as string[],
    /** Waits before what is held is told. */
    holding: undefined as (() => Promise<unknown>) | undefined,
    history: [] as TransactionRecord[],
    gaps: false,
    /** Who answers for the account's past. */
    source: 'chain' as DataSource,
    exchange: { status: 'pending' } as ExchangeStatus,
    links: 0,
    /** What the account has of the coin. */
    coins: 2n * ether,
    /** Addresses whose coin was read. */
    reads: [] as string[],
  }
  const chains = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        Namespace,
        fakeNamespace(namespace, ['1', '2'], {
          networks: [fakeNetwork(networkId, twin), fakeNetwork(`${namespace}:2`)],
          isAddress: (value) => /^0x[0-9a-f]{40}$/i.test(value),
          capabilities: [
            capability(Balance, {
              native: async ({ address }) => {
                world.reads.push(address)
                return coin(world.coins)
              },
              tokens: async ({ tokens = [] }) =>
                tokens.map((token) => ({ token, value: 5_000_000n, decimals: 6, symbol: token.symbol })),
              multipliers: async ({ tokens }) =>
                tokens.map((token) => (token === usdToken ? options.multiplier : undefined)),
            }),
            capability(Send, {
              ...(chain.capability.value as SendCapability),
              prepare: (request) => prepareAsEvm(chain, request),
              ...(options.isSwapFirst
                ? { reserve: reserveOf }
                : {
                    calls: async ({ to, amount, token }) => [{ pay: to, amount, token: token?.address }],
                  }),
            }),
            capability(ExampleCalls, callsOf() as never),
            capability(Explorer, {
              addressUrl: (_, address) => `https://explorer.example/address/${address}`,
              transactionUrl: (_, id) => `https://explorer.example/transaction/${id}`,
            }),
            capability(PaymentRequest, {
              amounts: true,
              tokens: true,
              create: async () => undefined,
              links: {
                scheme: 'pay',
                read: async (link) => options.links?.[link.slice(4)] ?? { problem: 'invalid', detail: link },
              },
            }),
          ],
        }),
      )
      context.add(Connector, wallet.connector)
      context.add(PaymentSwap, {
        id: 'test.swap',
        namespace,
        supports: () => true,
        offer: async ({ units }) => ({
          sells: coin(world.sold),
          minimum: world.minimum ?? units,
          calls: ['approve', 'swap'],
        }),
      })
      context.add(Exchange, {
        id: 'test.exchange',
        name: 'Example Exchange',
        supports: ({ asset }) => asset === 'eip155:1',
        async link() {
          world.links += 1
          return { url: 'https://exchange.example/pay/7', session: 'session-7' }
        },
        status: async () => world.exchange,
      })
    },
  })

  const decided = () =>
    new Promise<CallsDecision>((resolve, reject) => {
      world.decide = resolve
      world.lose = reject
    })

  async function reserveOf() {
    if (world.unpayable) throw world.unpayable
    return coin(world.reserve)
  }

  function callsOf() {
    return {
      support: async () => ({ atomic: options.atomic === false ? 'unsupported' : 'supported' }),
      async prepare({ calls }: { calls: unknown[] }) {
        world.calls.push(calls)
        const steps = options.atomic === false ? calls.length : 1
        let handed = false
        return {
          fee: coin(10n ** 12n),
          changes: world.changes ?? [{ address: alice, amount: coin(-world.sold) }],
          allowances: world.allowed
            ? [
                {
                  token: { address: usdToken, decimals: 6, symbol: 'USD' },
                  spender: bob,
                  amount: world.allowed,
                },
              ]
            : [],
          notices: world.notices,
          atomic: steps === 1,
          steps,
          isHandedOver: () => handed,
          async submit({ onStep }: { onStep?(step: CallsStep): void } = {}): Promise<SubmittedCalls> {
            handed = true
            for (let index = 0; index < steps; index += 1) onStep?.({ index, status: 'asking' })
            const id = await (world.submit?.() ?? Promise.resolve('0xca11'))
            const isBundle = steps === 1 && { isBundle: true as const }
            return { id, ...isBundle, wait: () => world.decision?.(id) ?? decided() }
          },
        }
      },
      async follow({ id }: FollowRequest): Promise<SubmittedCalls> {
        world.followed.push(id)
        return { id, wait: decided }
      },
    }
  }

  const data = definePlugin({
    id: 'test.data',
    kernel: '^1.0.0',
    provides: [Holdings, Activity],
    setup(context) {
      context.provide(Holdings, () => ({
        async read({ networkId }) {
          await world.holding?.()
          return {
            holdings: (options.holdings ?? holdings).map((holding) => ({ ...holding, networkId })),
            source: 'service',
            problems: [],
          }
        },
      }))
      context.provide(Activity, () => ({
        read: async () => ({
          transactions: world.history,
          source: world.source,
          ...(world.gaps ? { gaps: [{ code: 'GAP', message: 'Some are missing.' }] } : {}),
        }),
      }))
    },
  })
  const kernel = createKernel([chains, data, pay(), ...(options.plugins ?? [])], {
    storage: options.storage ?? memoryStorage(),
    logLevel: 'silent',
    clock,
  })
  const events: { readonly id: string; readonly payload: unknown }[] = []
  kernel.events.onAny((event) => events.push(event as never))
  return {
    kernel,
    chain,
    clock,
    world,
    payer: kernel.get(Payer),
    navigation: kernel.get(Navigation),
    told: () => events.map(({ id }) => id).filter((id) => id.startsWith('PAY_')),
    /** The wallet ends its connection. */
    leave: () => wallet.report({ ended: {} }),
    async connect() {
      await kernel.start()
      await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
    },
  }
}

/** What a token that keeps a part is told by: EVM networks say it by a notice alone. */
export const receivesLess: SendNotice = {
  code: 'RECEIVES_LESS',
  message: 'The recipient gets less than you send, because the token keeps a part of each transfer.',
  severity: 'warning',
}

/** EVM networks predict what changes for the sender, and nothing of the receiver. */
async function prepareAsEvm(chain: FakeChain, request: SendRequest) {
  const prepared = await (chain.capability.value as SendCapability).prepare(request)
  return {
    ...prepared,
    changes: (prepared.changes ?? []).filter(({ address }) => address === request.from.address),
    notices: [...prepared.notices, ...(chain.kept > 0n ? [receivesLess] : [])],
  }
}

let bills = 0
export function bill(given: Partial<Bill> = {}): Bill {
  bills += 1
  return {
    id: `order-${bills}`,
    asset: `eip155:1/erc20:${usdToken}`,
    amount: '12.50',
    decimals: 6,
    symbol: 'USD',
    receiver: bob,
    createdAt: 0,
    ...given,
  }
}
