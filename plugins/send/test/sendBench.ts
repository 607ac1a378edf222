import {
  type Amount,
  Balance,
  capability,
  type Capability,
  Explorer,
  type FeeForecast,
  type FollowRequest,
  type PaymentLinkContent,
  type PaymentLinkProblem,
  PaymentRequest,
  type PreparedSend,
  Send,
  type SendDecision,
  type SendNotice,
  type SendRequest,
  type SubmittedTransaction,
  type StorageAdapter,
  type Holding,
  Holdings,
  type HoldingsService,
  Names,
  type NamesService,
  Prices,
} from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import {
  fakeAccount,
  type FakeClock,
  fakeClock,
  fakeNamespace,
  fakeNetwork,
  fakeWallet,
} from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
export const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const bob = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const carol = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
/** Begins and ends as bob's does. */
export const mallory = '0xfB69aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaD359'
export const usdToken = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

export const coin = (value: bigint): Amount => ({ value, decimals: 18, symbol: 'ETH' })
export const ether = 10n ** 18n

export const holdings: readonly Holding[] = [
  { networkId: 'eip155:1', name: 'Ether', amount: coin(2n * ether), price: '2000' },
  {
    networkId: 'eip155:1',
    address: usdToken,
    name: 'USD Coin',
    amount: { value: 250_000_000n, decimals: 6, symbol: 'USDC' },
    price: '1',
  },
]

/** What the chain is told to do, and what it was asked. */
export interface FakeSend {
  readonly prepared: SendRequest[]
  readonly submits: SendRequest[]
  /** What was taken up after a reload. */
  readonly followed: FollowRequest[]
  /** What the chain says of transactions that it wants to be told again. */
  trail: string | undefined
  fee: bigint
  /** What is told of the fee beside the most. */
  forecast: FeeForecast
  maximum: bigint
  notices: readonly SendNotice[]
  /** What `PreparedSend.isHandedOver` answers; absent where it is undefined. */
  isHandedOver: boolean | undefined
  /** What does not arrive of an amount. */
  kept: bigint
  /** Rejects the next `prepare`. */
  refuse: unknown
  /** Holds `prepare` until it is called. */
  gate: Promise<void> | undefined
  /** Answers the oldest request that the wallet holds. */
  answer(how: 'approve' | { readonly reject: unknown }): void
  /** Decides the transaction last sent. */
  decide(
    status: SendDecision['status'],
    reason?: string,
    outcome?: SendDecision['outcome'],
    code?: string,
  ): void
  lose(error: unknown): void
}

export function fakeSend(): FakeSend & { readonly capability: ReturnType<typeof capability> } {
  const requests: { resolve(id: string): void; reject(error: unknown): void }[] = []
  let decide: FakeSend['decide'] = () => {}
  let lose: FakeSend['lose'] = () => {}
  let count = 0

  function submitted(id: string): SubmittedTransaction {
    const decided = new Promise<SendDecision>((resolve, reject) => {
      decide = (status, reason, outcome, code) =>
        resolve({
          status,
          ...(reason === undefined ? {} : { reason }),
          ...(code === undefined ? {} : { code }),
          ...(outcome === undefined ? {} : { outcome }),
        })
      lose = reject
    })
    decided.catch(() => {})
    const { trail } = self
    return {
      id,
      wait: (signal) =>
        Promise.race([
          decided,
          new Promise<never>((_, reject) =>
            signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
          ),
        ]),
      ...(trail === undefined ? {} : { trail: Promise.resolve(trail) }),
    }
  }

  const self: FakeSend = {
    prepared: [],
    submits: [],
    followed: [],
    trail: undefined,
    fee: 21_000n * 10n ** 9n,
    forecast: {},
    maximum: 2n * ether - 21_000n * 10n ** 9n,
    notices: [],
    isHandedOver: undefined,
    kept: 0n,
    refuse: undefined,
    gate: undefined,
    answer(how) {
      const request = requests.shift()
      if (!request) throw new Error('The wallet was not asked.')
      count += 1
      if (how === 'approve') request.resolve(`0x${String(count).padStart(64, '0')}`)
      else request.reject(how.reject)
    },
    decide: (...decision) => decide(...decision),
    lose: (error) => lose(error),
  }

  async function prepare(request: SendRequest): Promise<PreparedSend> {
    self.prepared.push(request)
    await self.gate
    if (self.refuse !== undefined) {
      const refusal = self.refuse
      self.refuse = undefined
      throw refusal
    }
    let running: Promise<SubmittedTransaction> | undefined
    return {
      fee: coin(self.fee),
      ...self.forecast,
      changes: [
        { address: request.from.address, amount: { ...coin(-request.amount), ...request.token } },
        { address: request.to, amount: { ...coin(request.amount - self.kept), ...request.token } },
      ],
      notices: self.notices,
      ...(self.isHandedOver === undefined ? {} : { isHandedOver: () => self.isHandedOver === true }),
      submit() {
        running ??= new Promise<string>((resolve, reject) => {
          self.submits.push(request)
          requests.push({ resolve, reject })
        })
          .then(submitted)
          .catch((error: unknown) => {
            running = undefined
            throw error
          })
        return running
      },
    }
  }

  const value = {
    tokens: true,
    feeLevels: ['slow', 'normal', 'fast'] as const,
    prepare,
    maximum: async (request: Omit<SendRequest, 'amount'>): Promise<Amount> =>
      request.token
        ? { value: 250_000_000n, decimals: request.token.decimals, symbol: request.token.symbol }
        : coin(self.maximum),
    async follow(request: FollowRequest): Promise<SubmittedTransaction> {
      self.followed.push(request)
      return submitted(request.id)
    },
  }
  return Object.assign(self, { capability: capability(Send, value) })
}

export interface SendBenchOptions {
  readonly send?: boolean
  /** What the chain can do beside sending. */
  readonly capabilities?: readonly Capability[]
  readonly holdings?: readonly Holding[] | (() => Promise<readonly Holding[]>) | false
  readonly names?: Readonly<Record<string, string>>
  /** Names that are refused, by what they are refused with. */
  readonly refusedNames?: Readonly<Record<string, unknown>>
  /** The names come from a service there. */
  readonly nameHost?: string
  readonly plugins?: readonly PluginInput[]
  readonly storage?: StorageAdapter
  readonly clock?: FakeClock | false
  readonly walletName?: string
  /** Addresses that are only watched, beside the accounts of the wallet. */
  readonly watched?: readonly string[]
  /** What payment links of the scheme `pay` say, by what follows the colon. */
  readonly links?: Readonly<Record<string, PaymentLinkContent | PaymentLinkProblem>>
  /** The contract by which the coin of the first network is a token, too. */
  readonly coinToken?: string
  /** Short names of networks that may stand before an address. */
  readonly shortNames?: Readonly<Record<string, NetworkId>>
  /** The explorer's link throws. */
  readonly isExplorerBroken?: boolean
}

/** A kernel with one chain, two networks and a wallet of two accounts, and the switches to all of it. */
export function sendBench(options: SendBenchOptions = {}) {
  const { names = {} } = options
  const chain = fakeSend()
  const clock = options.clock === false ? undefined : (options.clock ?? fakeClock())
  const resolved: string[] = []
  const resolutions = new Map(Object.entries(names))
  const reads: { fresh: boolean }[] = []
  const balance = { native: 2n * ether }
  const watched = (options.watched ?? []).map((address) =>
    fakeAccount('eip155:1', address, { kind: 'watching' }),
  )
  const accounts = [fakeAccount('eip155:1', alice), fakeAccount('eip155:1', carol), ...watched]
  const wallet = fakeWallet({
    name: options.walletName ?? 'Metal Wallet',
    accounts: [...accounts, fakeAccount('bare:1', 'bare1')],
    networks: { eip155: 'eip155:1', bare: 'bare:1' },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve' },
  })
  const isAddress = (value: string) => /^0x[0-9a-f]{40}$/i.test(value)
  const explorer = capability(Explorer, {
    addressUrl: (_: NetworkId, address: string) => `https://explorer.example/address/${address}`,
    transactionUrl: (_: NetworkId, id: string) => {
      if (options.isExplorerBroken) throw new Error('The explorer is broken')
      return `https://explorer.example/tx/${id}`
    },
  })
  const links = (scheme: string) =>
    capability(PaymentRequest, {
      amounts: true,
      tokens: true,
      create: async () => undefined,
      links: {
        ...(options.shortNames ? { shortNames: async () => options.shortNames ?? {} } : {}),
        scheme,
        read: async (link) =>
          options.links?.[link.slice(link.indexOf(':') + 1)] ?? { problem: 'invalid', detail: link },
      },
    })
  const reader = capability(Balance, { native: async () => coin(balance.native) })
  const chains = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      const twin = options.coinToken === undefined ? {} : { coinToken: options.coinToken }
      const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
      const listed = [
        fakeNetwork('eip155:1', { name: 'Ethereum', nativeCurrency, ...twin }),
        fakeNetwork('eip155:2', { name: 'Base', nativeCurrency }),
      ]
      const capabilities = [
        explorer,
        reader,
        links('pay'),
        ...(options.send === false ? [] : [chain.capability]),
        ...(options.capabilities ?? []),
      ]
      context.add(Namespace, fakeNamespace('eip155', [], { networks: listed, isAddress, capabilities }))
      context.add(Namespace, fakeNamespace('bare', ['1'], { capabilities: [links('bare')] }))
      context.add(Connector, wallet.connector)
    },
  })
  const data: HoldingsService = {
    async read({ networkId, fresh = false }) {
      reads.push({ fresh })
      const given = options.holdings
      const list = typeof given === 'function' ? await given() : given || holdings
      return {
        holdings: list.map((holding) => ({ ...holding, networkId })),
        source: 'service',
        problems: [],
      }
    },
  }
  const registry: NamesService = {
    supports: () => true,
    lookup: async ({ address }) => {
      const name = [...resolutions].find(([, owner]) => owner === address)?.[0]
      return name === undefined ? {} : { name, avatar: 'data:image/png;base64,AA==' }
    },
    async resolve({ name }) {
      resolved.push(name)
      const refusal = options.refusedNames?.[name]
      if (refusal !== undefined) throw refusal
      return resolutions.get(name)
    },
    ...(options.nameHost === undefined
      ? {}
      : {
          async find({ name }) {
            resolved.push(name)
            const address = resolutions.get(name.toLowerCase())
            return address === undefined
              ? undefined
              : {
                  name: name.toLowerCase(),
                  address,
                  source: 'service',
                  ...(options.nameHost ? { host: options.nameHost } : {}),
                }
          },
        }),
  }
  const walletData = definePlugin({
    id: 'test.data',
    kernel: '^1.0.0',
    provides: options.holdings === false ? [Names] : [Holdings, Names, Prices],
    setup(context) {
      context.provide(Names, () => registry)
      if (options.holdings === false) return
      context.provide(Holdings, () => data)
      context.provide(Prices, () => ({
        read: async ({ address }) => (address === undefined ? '2000' : undefined),
      }))
    },
  })
  const kernel: Kernel = createKernel([chains, walletData, ...(options.plugins ?? [])], {
    storage: options.storage ?? memoryStorage(),
    logLevel: 'silent',
    ...(clock ? { clock } : {}),
  })
  const events: { readonly id: string; readonly payload: unknown }[] = []
  kernel.events.onAny((event) => events.push(event as never))
  return {
    kernel,
    chain,
    clock: clock as FakeClock,
    wallet,
    resolved,
    resolutions,
    reads,
    balance,
    navigation: kernel.get(Navigation),
    session: kernel.get(Session),
    /** Ids of the events so far, those of this plugin and of what it sent. */
    told: () => events.map(({ id }) => id).filter((id) => /SEND|TRANSACTION/.test(id)),
    payloads: (id: string) => events.filter((event) => event.id === id).map(({ payload }) => payload),
    async connect() {
      await kernel.start()
      await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
      kernel.get(Session).setActiveNamespace('eip155')
    },
  }
}
