import {
  type Account,
  AccountRoute,
  Connector,
  createKernel,
  definePlugin,
  memoryStorage,
  Namespace,
  Navigation,
  Session,
  type TransactionRecord,
} from '@latchkey/kernel'
import { TransactionsRoute } from '@latchkey/plugin-activity'
import { activity } from '@latchkey/plugin-activity/react'
import { Activity } from '@latchkey/plugin-wallet-data'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'

/** `?count=50000`: an account with so many transactions, from memory. The bench measures the page, not a node. */
const count = Number(new URLSearchParams(location.search).get('count'))
const address = '0xA11ce5000000000000000000000000000000A11c'
const networkId = 'eip155:1'
const account: Account = { id: `${networkId}:${address}`, namespace: 'eip155', address, kind: 'eoa' }
const newest = Date.UTC(2026, 0, 1)
const fourHours = 4 * 3_600_000

const transactions = Array.from({ length: count }, (_, index): TransactionRecord => {
  const isIn = index % 3 === 0
  const other = `0x${index.toString(16).padStart(40, '0')}`
  const [from, to] = isIn ? [other, address] : [address, other]
  return {
    id: `0x${index.toString(16).padStart(64, '0')}`,
    networkId,
    operation: index % 7 === 0 ? 'trade' : isIn ? 'receive' : 'send',
    status: index % 50 === 1 ? 'failed' : 'confirmed',
    minedAt: newest - index * fourHours,
    from,
    to,
    transfers: [
      {
        direction: isIn ? 'in' : 'out',
        amount: { value: BigInt(index + 1) * 10n ** 15n, decimals: 18, symbol: 'ETH' },
        name: 'Ether',
        from,
        to,
      },
      ...(index % 7 === 0
        ? [
            {
              direction: 'in' as const,
              amount: { value: BigInt(index) * 10n ** 6n, decimals: 6, symbol: `T${index % 97}` },
              asset: other,
            },
          ]
        : []),
    ],
  }
})

const chain = definePlugin({
  id: 'bench.chain',
  kernel: '^1.0.0',
  provides: [Activity],
  setup(context) {
    context.provide(Activity, () => ({ read: async () => ({ transactions, source: 'service' }) }))
    context.add(Namespace, {
      id: 'eip155',
      label: 'EVM networks',
      networks: [
        {
          id: networkId,
          namespace: 'eip155',
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [],
        },
      ],
      isAddress: () => true,
      isSameAddress: (left, right) => left === right,
      capabilities: [],
    })
    context.add(Connector, {
      id: 'bench.wallet',
      name: 'Bench wallet',
      group: 'injected',
      namespaces: ['eip155'],
      readiness: () => 'installed',
      connect: async () => ({
        accounts: [account],
        networks: { eip155: networkId },
        provider: () => undefined,
        disconnect: async () => {},
      }),
    })
  },
})

const kernel = createKernel([chain, activity()], { storage: memoryStorage(), logLevel: 'silent' })
Object.assign(window, {
  ready: async () => {
    await kernel.get(Session).connect({ connectorId: 'bench.wallet' })
    while (!kernel.get(Navigation).draws('Account')) await new Promise(requestAnimationFrame)
  },
  openAccount: () => kernel.get(Navigation).open(AccountRoute),
  openList: () => kernel.get(Navigation).push(TransactionsRoute),
})

createRoot(document.getElementById('root') as HTMLElement).render(<KernelProvider kernel={kernel} />)
