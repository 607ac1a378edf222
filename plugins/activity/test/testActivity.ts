import {
  capability,
  Connector,
  definePlugin,
  Explorer,
  type HistoryRequest,
  Namespace,
  type TransactionRecord,
  type TransactionTransfer,
  type NetworkId,
  type Plugin,
  Activity,
  type ActivityPage,
} from '@latchkey/kernel/plugin'
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

export interface TestActivity {
  readonly plugins: readonly Plugin[]
  readonly wallet: FakeWallet
  /** What was asked of the provider, oldest first. */
  readonly asked: HistoryRequest[]
  /** What is answered from now on. */
  answer: (request: HistoryRequest) => ActivityPage | Promise<ActivityPage>
}

/** A chain, a wallet on it, and a provider of activity, in memory and steered by a test. */
export function testActivity(): TestActivity {
  const wallet = fakeWallet({
    accounts: [fakeAccount(one, alice), fakeAccount(one, bob)],
    networks: { eip155: one },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve', restore: 'approve' },
  })
  const data: TestActivity = { wallet, asked: [], answer: () => pageOf([record('1')]), plugins: [] }
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
      const capabilities = [capability(Explorer, explorer)]
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
