import {
  capability,
  Explorer,
  type HistoryRequest,
  Replace,
  type ReplaceCapability,
  type ReplaceDecision,
  type PreparedReplacement,
  type TransactionRecord,
  type TransactionTransfer,
  Activity,
  type ActivityPage,
} from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import {
  type FakeWallet,
  fakeAccount,
  fakeNamespace,
  fakeNetwork,
  fakeWallet,
} from '@latchkey/kernel/testing'
export const alice = '0xA11ce5000000000000000000000000000000A11c'
export const bob = '0xB0b0000000000000000000000000000000000B0b'
export const one: NetworkId = 'eip155:1'
export const two: NetworkId = 'eip155:10'

export const ether = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })
export const usdc = (value: bigint) => ({ value, decimals: 6, symbol: 'USDC' })

export const transfer = (over: Partial<TransactionTransfer> = {}): TransactionTransfer => ({
  direction: 'out',
  amount: ether(10n ** 18n),
  ...over,
})

export const record = (id: string, over: Partial<TransactionRecord> = {}): TransactionRecord => ({
  id,
  networkId: one,
  operation: 'send',
  status: 'confirmed',
  minedAt: 1_700_000_000_000,
  from: alice,
  to: bob,
  transfers: [transfer()],
  ...over,
})

export const pageOf = (
  transactions: readonly TransactionRecord[],
  over: Partial<ActivityPage> = {},
): ActivityPage => ({ transactions, source: 'chain', ...over })

/** A promise that a test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(cause: unknown): void
}

function defer<T>(): Deferred<T> {
  const deferred = {} as { -readonly [Key in keyof Deferred<T>]: Deferred<T>[Key] }
  deferred.promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  // One that no test waits for is no fault.
  deferred.promise.catch(() => {})
  return deferred
}

/** A replacement whose wallet and chain a test speaks for. */
export function testReplacement(over: Partial<PreparedReplacement> & { readonly newId?: string } = {}) {
  const { newId = 'new', ...given } = over
  const wallet = defer<void>()
  const takesPlace = defer<boolean | undefined>()
  const decision = defer<ReplaceDecision>()
  const {
    id: _,
    minedAt: __,
    ...cancel
  } = record('', { operation: 'cancel', status: 'pending', transfers: [] })
  let asked = 0
  const submitted = {
    id: newId,
    trail: Promise.resolve('trail'),
    takesPlace: takesPlace.promise,
    wait: () => decision.promise,
  }
  const prepared: PreparedReplacement = {
    way: 'cancel',
    previousFee: ether(10n ** 15n),
    fee: ether(2n * 10n ** 15n),
    isCertain: false,
    notices: [],
    record: cancel,
    async submit() {
      asked += 1
      await wallet.promise
      return submitted
    },
    isHandedOver: () => asked > 0,
    ...given,
  }
  return { prepared, submitted, wallet, takesPlace, decision, asked: () => asked }
}

export interface TestActivity {
  /** What can be done about pending transactions; absent, the chain can't. */
  replace: ReplaceCapability
  readonly plugins: readonly Plugin[]
  readonly wallet: FakeWallet
  /** What was asked of the provider, oldest first. */
  readonly asked: HistoryRequest[]
  /** What is answered from now on. */
  answer: (request: HistoryRequest) => ActivityPage | Promise<ActivityPage>
}

const testReplace: ReplaceCapability = {
  find: async ({ id }) => ({
    ways: ['faster', 'cancel'],
    fee: ether(10n ** 15n),
    record: record(id, { status: 'pending' }),
    notices: [],
  }),
  prepare: async ({ way }) => testReplacement({ way }).prepared,
  follow: async () => testReplacement().submitted,
}

/** A chain, a wallet on it, and a provider of activity, in memory and steered by a test. */
export function testActivity(): TestActivity {
  const wallet = fakeWallet({
    accounts: [fakeAccount(one, alice), fakeAccount(one, bob)],
    networks: { eip155: one },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve', restore: 'approve' },
  })
  const data: TestActivity = {
    replace: testReplace,
    wallet,
    asked: [],
    answer: () => pageOf([record('1')]),
    plugins: [],
  }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const networks = [
    fakeNetwork(one, { name: 'Ethereum', nativeCurrency }),
    fakeNetwork(two, { name: 'Optimism', nativeCurrency }),
  ]
  const explorer = {
    addressUrl: (networkId: NetworkId, address: string) =>
      networkId === one ? `https://explorer.example/address/${address}` : undefined,
    transactionUrl: (networkId: NetworkId, id: string) =>
      networkId === one ? `https://explorer.example/tx/${encodeURIComponent(id)}` : undefined,
  }
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      const capabilities = [
        capability(Explorer, explorer),
        capability(Replace, {
          ...(data.replace.incoming ? { incoming: true } : {}),
          find: (request) => data.replace.find(request),
          prepare: (request) => data.replace.prepare(request),
          follow: (request) => data.replace.follow(request),
        }),
      ]
      context.add(Namespace, fakeNamespace('eip155', [], { networks, capabilities }))
      context.add(Connector, wallet.connector)
    },
  })
  const provider = definePlugin({
    id: 'test.walletData',
    kernel: '^1.0.0',
    provides: [Activity],
    setup(context) {
      context.provide(Activity, () => ({
        async read(request) {
          data.asked.push(request)
          return data.answer(request)
        },
      }))
    },
  })
  return Object.assign(data, { plugins: [chain, provider] })
}
