import { type Account, Connector, definePlugin, Namespace, type Token } from '@latchkey/kernel/plugin'
import { AccountRoute, Navigation, type NavigationService, Session } from '@latchkey/kernel/wallet'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'

/** `?count=5000`: so many entries, from memory. The bench measures the page, not a node. */
export const count = Number(new URLSearchParams(location.search).get('count'))
export const address = '0xA11ce5000000000000000000000000000000A11c'
export const networkId = 'eip155:1'

const account: Account = { id: `${networkId}:${address}`, namespace: 'eip155', address, kind: 'eoa' }

interface LongList<Service> {
  /** What the feature reads, and what answers it. */
  readonly token: Token<Service>
  readonly service: Service
  readonly feature: PluginInput
  /** Opens its whole list. */
  openList(navigation: NavigationService): unknown
}

/** A page with an account that a feature has a long list for, and what the bench does with it. */
export function startLongList<Service>({ token, service, feature, openList }: LongList<Service>): void {
  const chain = definePlugin({
    id: 'bench.chain',
    kernel: '^1.0.0',
    provides: [token],
    setup(context) {
      context.provide(token, () => service)
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

  const kernel = createKernel([chain, feature], { storage: memoryStorage(), logLevel: 'silent' })
  Object.assign(window, {
    ready: async () => {
      await kernel.get(Session).connect({ connectorId: 'bench.wallet' })
      while (!kernel.get(Navigation).draws('Account')) await new Promise(requestAnimationFrame)
    },
    openAccount: () => kernel.get(Navigation).open(AccountRoute),
    openList: () => openList(kernel.get(Navigation)),
  })

  createRoot(document.getElementById('root') as HTMLElement).render(<KernelProvider kernel={kernel} />)
}
