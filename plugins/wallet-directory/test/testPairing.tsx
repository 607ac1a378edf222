import { definePlugin, route, View, type Plugin } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { routeView } from '@latchkey/ui-react'
import { type FakeWallet, fakeWallet } from '../../../ui-react/test/fakeWallets.js'

const PairRoute = route<{ readonly connectorId: string; readonly wallet?: ListedWallet }>('TestPairing')

function Pairing({ params }: { readonly params: { readonly wallet?: ListedWallet } }) {
  return <p data-testid="paired">{JSON.stringify(params.wallet)}</p>
}

/** Pairs, as WalletConnect does, in a view that shows what it was led to. */
export function testPairing(): { readonly connector: FakeWallet; readonly view: Plugin } {
  const connector = fakeWallet('pairing', {
    group: 'walletConnect',
    readiness: () => 'loadable',
    route: PairRoute,
  })
  const view = definePlugin({
    id: 'test.pairing',
    kernel: '^1.0.0',
    setup: (context) =>
      void context.add(
        View,
        routeView(PairRoute, { title: 'Pair', load: async () => ({ default: Pairing }) }),
      ),
  })
  return { connector, view }
}
