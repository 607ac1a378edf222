// Buying without a page: a provider, a chain and a clock that a test holds in its hands. Not published.
import { createKernel, type PluginInput } from '@latchkey/kernel'
import { Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { History, capability, type TransactionRecord } from '@latchkey/kernel/contracts'
import { Session } from '@latchkey/kernel/wallet'
import {
  fakeAccount,
  fakeClock,
  fakeNamespace,
  type FakeStorage,
  fakeStorage,
  fakeWallet,
} from '@latchkey/kernel/testing'
import { vi } from 'vitest'
import {
  Onramp,
  onramp,
  type OnrampAsset,
  OnrampProvider,
  type OnrampQuote,
  type OnrampRequest,
  type OnrampSession,
  type OnrampStatus,
} from '../src/index.js'

export const networkId = 'eip155:1'
export const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const usd: OnrampAsset = {
  networkId,
  address: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  symbol: 'USD',
}
export const coin: OnrampAsset = { networkId, symbol: 'COIN', name: 'Coin' }
export const pageOrigin = 'https://pay.example'

/** What the provider and the chain do next. */
export interface World {
  quote(request: OnrampRequest): Promise<OnrampQuote>
  open(request: OnrampRequest): Promise<OnrampSession>
  status: (() => Promise<OnrampStatus>) | undefined
  records: TransactionRecord[]
  /** Whether each reading of the history went past its cache. */
  readonly reads: (boolean | undefined)[]
  /** Windows that were opened, with the pages they show; `blocked` opens none. */
  readonly windows: { url: string; closed: boolean; opener: unknown }[]
  isBlocked: boolean
  historyFails: boolean
}

export function honestQuote({ asset, currency, amount }: OnrampRequest, now: number): OnrampQuote {
  const units = BigInt(amount.split('.')[0] as string)
  return {
    id: 'q1',
    asset,
    currency,
    total: amount,
    subtotal: `${units - 2n}.5`,
    fees: [
      { kind: 'provider', amount: '1.2' },
      { kind: 'network', amount: '0.3' },
    ],
    receives: `${units - 2n}.5`,
    validUntil: now + 30_000,
  }
}

export const honestSession = ({ address, asset, currency, amount }: OnrampRequest): OnrampSession => ({
  id: 'session-1',
  url: `${pageOrigin}/buy?session=1`,
  address,
  asset,
  currency,
  amount,
})

export const arrival = (
  id: string,
  value: bigint,
  { asset = usd, minedAt, from = '0xbb' }: { asset?: OnrampAsset; minedAt?: number; from?: string } = {},
): TransactionRecord => ({
  id,
  networkId: asset.networkId,
  operation: 'receive',
  status: 'confirmed',
  ...(minedAt === undefined ? {} : { minedAt }),
  transfers: [
    {
      direction: 'in',
      amount: { value, decimals: 6, symbol: asset.symbol },
      ...(asset.address === undefined ? {} : { asset: asset.address }),
      from,
    },
  ],
})

/** Lets what is already due to happen, happen. Time stands still. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

export async function openBench(
  options: {
    readonly storage?: FakeStorage
    readonly add?: readonly PluginInput[]
    readonly kind?: 'eoa' | 'ordinals' | 'smartAccount' | 'watching'
  } = {},
) {
  const clock = fakeClock()
  const storage = options.storage ?? fakeStorage()
  const world: World = {
    quote: async (request) => honestQuote(request, clock.now()),
    open: async (request) => honestSession(request),
    status: undefined,
    records: [],
    reads: [],
    windows: [],
    isBlocked: false,
    historyFails: false,
  }
  vi.stubGlobal('window', {
    open() {
      if (world.isBlocked) return null
      const opened = { url: 'about:blank', closed: false, opener: {} as unknown }
      world.windows.push(opened)
      return Object.assign(opened, {
        location: { replace: (url: string) => void Object.assign(opened, { url }) },
        close: () => void Object.assign(opened, { closed: true }),
      })
    },
    location: { assign: (url: string) => world.windows.push({ url, closed: false, opener: undefined }) },
  })
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      const history = capability(History, {
        async read({ fresh }) {
          world.reads.push(fresh)
          if (world.historyFails) throw new Error('The node does not answer.')
          return { transactions: world.records }
        },
      })
      context.add(Namespace, fakeNamespace('eip155', ['1', '2'], { capabilities: [history] }))
      context.add(OnrampProvider, {
        id: 'test.provider',
        name: 'Example',
        feeLabel: '1–2%',
        origins: [pageOrigin],
        supports: (id) => id === networkId,
        load: async () => ({
          options: async () => ({
            currencies: [
              { code: 'USD', limits: [{ method: 'card', minimum: '10', maximum: '7500' }] },
              { code: 'EUR', limits: [{ method: 'bank', minimum: '10', maximum: '25000' }] },
            ],
            assets: [usd, coin],
          }),
          quote: (request) => world.quote(request),
          open: (request) => world.open(request),
          ...(world.status ? { status: () => (world.status as () => Promise<OnrampStatus>)() } : {}),
        }),
      })
      const account = fakeAccount(networkId, alice, { kind: options.kind ?? 'eoa' })
      context.add(
        Connector,
        fakeWallet({ accounts: [account], networks: { eip155: networkId }, answers: { connect: 'approve' } })
          .connector,
      )
    },
  })
  const kernel = createKernel([chain, onramp({ country: 'DE' }), ...(options.add ?? [])], {
    clock,
    storage,
    logLevel: 'silent',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const service = kernel.get(Onramp)
  const { state } = service
  return {
    kernel,
    clock,
    storage,
    world,
    state,
    service,
    async ready(amount = '100') {
      const controller = await service.load()
      controller.apply({ amount })
      await settle()
      clock.advance(250)
      await settle()
      return controller
    },
    async pass(duration: number) {
      clock.advance(duration)
      await settle()
    },
    purchase: () => state.purchases[0],
  }
}
