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
} from '@latchkey/kernel'
import { TokensRoute } from '@latchkey/plugin-balances'
import { balances } from '@latchkey/plugin-balances/react'
import { type Holding, Holdings } from '@latchkey/plugin-wallet-data'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'

/** `?count=5000`: an account with so many tokens, from memory. The bench measures the page, not a node. */
const count = Number(new URLSearchParams(location.search).get('count'))
const address = '0xA11ce5000000000000000000000000000000A11c'
const networkId = 'eip155:1'
const account: Account = { id: `${networkId}:${address}`, namespace: 'eip155', address, kind: 'eoa' }

const holdings = Array.from(
  { length: count },
  (_, index): Holding => ({
    networkId,
    ...(index === 0 ? {} : { address: `0x${index.toString(16).padStart(40, '0')}` }),
    name: index === 0 ? 'Ether' : `Token number ${index}`,
    amount: {
      value: BigInt(index + 1) * 10n ** 15n,
      decimals: 18,
      symbol: index === 0 ? 'ETH' : `T${index}`,
    },
    price: `${index % 97}.${index % 10}5`,
  }),
)

const chain = definePlugin({
  id: 'bench.chain',
  kernel: '^1.0.0',
  provides: [Holdings],
  setup(context) {
    context.provide(Holdings, () => ({
      read: async () => ({ holdings, source: 'service', problems: [] }),
    }))
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

const kernel = createKernel([chain, balances()], { storage: memoryStorage(), logLevel: 'silent' })
Object.assign(window, {
  ready: async () => {
    await kernel.get(Session).connect({ connectorId: 'bench.wallet' })
    while (!kernel.get(Navigation).draws('Account')) await new Promise(requestAnimationFrame)
  },
  openAccount: () => kernel.get(Navigation).open(AccountRoute),
  openList: () => kernel.get(Navigation).push(TokensRoute),
})

createRoot(document.getElementById('root') as HTMLElement).render(<KernelProvider kernel={kernel} />)
