import { definePlugin, type ListedWallet, route, View } from '@latchkey/kernel'
import { HostedDirectory, type HostedWallet } from '@latchkey/plugin-wallet-data'
import { ConnectButton, routeView } from '@latchkey/ui-react'
import { afterEach, expect, it } from 'vitest'
import { fakeChain, fakeWallet } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, clickText, findTestId } from '../../../../ui-react/test/page.js'
import { WalletDirectory } from '../walletDirectory.js'
import { walletDirectory } from './walletDirectory.js'

afterEach(unmountAll)

const PairRoute = route<{ readonly connectorId: string; readonly wallet?: ListedWallet }>('TestPairing')
const names = ['River', 'Meadow', 'Harbour', 'Summit', 'Orchard']

/** Pairs, as WalletConnect does, in a view that shows what it was led to. */
const pairing = fakeWallet('pairing', {
  group: 'walletConnect',
  readiness: () => 'loadable',
  route: PairRoute,
})
const pairingView = definePlugin({
  id: 'test.pairing',
  kernel: '^1.0.0',
  setup(context) {
    const Pairing = ({ params }: { readonly params: { readonly wallet?: ListedWallet } }) => (
      <p data-testid="paired">{JSON.stringify(params.wallet)}</p>
    )
    context.add(View, routeView(PairRoute, { title: 'Pair', load: async () => ({ default: Pairing }) }))
  },
})

async function openConnect(installed: readonly string[], withPairing = true) {
  const reads: unknown[] = []
  const service = definePlugin({
    id: 'test.hosted',
    kernel: '^1.0.0',
    provides: [HostedDirectory],
    setup: (context) =>
      context.provide(HostedDirectory, () => ({
        async read({ entries = 40 }) {
          reads.push(entries)
          const wallets = names.map(
            (name): HostedWallet => ({ id: name, name, isCertified: false, mobileLink: `${name}://` }),
          )
          return { wallets: wallets.slice(0, entries), count: names.length }
        },
      })),
  })
  const wallets = [...(withPairing ? [pairing] : []), ...installed.map((name) => fakeWallet(name))]
  const kernel = testKernel([fakeChain({ wallets }), pairingView, service, walletDirectory()])
  mountShell(kernel, <ConnectButton />)
  await clickTestId('connect-button')
  await findTestId('all-wallets')
  return { kernel, reads }
}

const shownNames = () =>
  [...(byTestId('lk-recommended')?.querySelectorAll('li') ?? [])].map((row) =>
    names.find((name) => row.textContent?.includes(name)),
  )

it('recommends wallets of the hosted list in the Connect view and leads to the one chosen', async () => {
  const { kernel, reads } = await openConnect([])
  await findTestId('lk-recommended')
  expect(shownNames()).toEqual(['River', 'Meadow'])
  expect(new Set(reads)).toEqual(new Set([4]))
  await clickText('Meadow')
  const led = JSON.parse((await findTestId('paired')).textContent ?? '')
  expect(led).toMatchObject({ id: 'Meadow', name: 'Meadow', links: { native: 'Meadow://' } })
  expect(kernel.get(WalletDirectory).recents()).toEqual(['Meadow'])
})

it('leaves out recommended wallets that are installed, and keeps to the places that are left', async () => {
  await openConnect(['River'])
  await findTestId('lk-recommended')
  expect(shownNames()).toEqual(['Meadow'])
})

it.each([
  ['the places are taken', ['Harbour', 'Summit'], true],
  ['nothing can pair', [], false],
])('recommends nothing where %s', async (_, installed, withPairing) => {
  const { kernel, reads } = await openConnect(installed, withPairing)
  // The code is loaded and the service has answered: what would be shown would be there.
  await kernel.get(WalletDirectory).hosted?.recommended()
  await import('./RecommendedWallets.js')
  await clickTestId('all-wallets')
  await findTestId('lk-directory-list')
  await clickTestId('header-back')
  await findTestId('all-wallets')
  expect(byTestId('lk-recommended')).toBeNull()
  expect(reads.filter((entries) => entries === 4)).toHaveLength(1)
})
