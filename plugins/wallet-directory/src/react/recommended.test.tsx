import { definePlugin } from '@latchkey/kernel/plugin'
import { GetWalletRoute, Navigation } from '@latchkey/kernel/wallet'
import { HostedDirectory, type HostedWallet } from '@latchkey/plugin-wallet-data'
import { ConnectButton, type KernelProviderProps } from '@latchkey/ui-react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeChain, fakeWallet } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, clickText, findTestId } from '../../../../ui-react/test/page.js'
import { testPairing } from '../../test/testPairing.js'
import { WalletDirectory } from '../walletDirectory.js'
import { walletDirectory } from './walletDirectory.js'

afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
})

const names = ['River', 'Meadow', 'Harbour', 'Summit', 'Orchard']

async function openConnect(
  installed: readonly string[],
  withPairing = true,
  connect?: KernelProviderProps['connect'],
) {
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
  const { connector, view } = testPairing()
  const wallets = [...(withPairing ? [connector] : []), ...installed.map((name) => fakeWallet(name))]
  const kernel = testKernel([fakeChain({ wallets }), view, service, walletDirectory()])
  mountShell(kernel, <ConnectButton />, { ...(connect ? { connect } : {}) })
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

it('recommends nothing the host excluded', async () => {
  await openConnect([], true, { exclude: { names: ['river'] } })
  await findTestId('lk-recommended')
  expect(shownNames()).toEqual(['Meadow', 'Harbour'])
})

it('stands where the host wants recommended wallets', async () => {
  await openConnect(['Own'], true, { groupsOrder: ['recommended', 'injected', 'walletConnect'] })
  const recommended = await findTestId('lk-recommended')
  const others = await findTestId('wallet-selector-Own')
  expect(recommended.compareDocumentPosition(others)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(shownNames()).toEqual(['River'])
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

describe('without a hosted list', () => {
  async function openWith(userAgent: string, others?: readonly ReturnType<typeof fakeWallet>[]) {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    const { connector, view } = testPairing()
    const kernel = testKernel([
      fakeChain({ wallets: others ?? [connector] }),
      ...(others ? [] : [view]),
      walletDirectory(),
    ])
    mountShell(kernel, <ConnectButton />)
    await clickTestId('connect-button')
    await findTestId('all-wallets')
    return kernel
  }
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile Safari/604.1'
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0'

  it('shows known wallets on a phone, and pairs the one chosen', async () => {
    const kernel = await openWith(iPhone)
    const list = await findTestId('lk-recommended')
    expect([...list.querySelectorAll('.lk-row-name')].map(({ textContent }) => textContent)).toEqual([
      'MetaMask',
      'Coinbase Wallet (Base app)',
      'Trust Wallet',
      'Rainbow',
    ])
    await clickTestId('lk-directory-trust-wallet')
    expect(JSON.parse((await findTestId('paired')).textContent ?? '')).toMatchObject({ id: 'trust-wallet' })
    expect(kernel.get(WalletDirectory).recents()).toEqual(['trust-wallet'])
  })

  it.each([
    ['a phone', iPhone, 'https://apps.apple.com/app/id'],
    ['a computer', desktop, 'https://chromewebstore.google.com/detail/'],
  ])(
    'recommends four wallets to somebody who wants one on %s, with their store pages',
    async (_, agent, store) => {
      const kernel = await openWith(agent)
      kernel.get(Navigation).open(GetWalletRoute)
      const list = await findTestId('lk-wallets-to-get')
      const links = [...list.querySelectorAll('a')].map(({ href }) => href)
      expect(links).toHaveLength(4)
      expect(links.filter((href) => !href.startsWith(store))).toEqual([])
    },
  )

  const known = () =>
    [...(byTestId('lk-recommended')?.querySelectorAll('.lk-row-name') ?? [])].map(
      ({ textContent }) => textContent,
    )

  it('shows four wallets that people know on a computer, apart from what is installed, each leading to its code', async () => {
    await openWith(desktop)
    const list = await findTestId('lk-recommended')
    expect([known().length, known()[0]]).toEqual([4, 'MetaMask'])
    expect(list.dataset['absent']).toBe('')
    await clickTestId('lk-directory-metamask')
    expect(JSON.parse((await findTestId('paired')).textContent ?? '')).toMatchObject({ id: 'metamask' })
  })

  it('holds the place of the known wallets until their list is there, so that no row moves', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(desktop)
    let showList = () => {}
    const isAsked = new Promise<void>((resolve) => {
      showList = resolve
    })
    const slowList = definePlugin({
      id: 'test.slowList',
      kernel: '^1.0.0',
      requires: { directory: WalletDirectory },
      setup(_, { directory }) {
        const { wallets } = directory
        vi.spyOn(directory, 'wallets').mockImplementation(() => isAsked.then(wallets))
      },
    })
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('Own')] }), walletDirectory(), slowList])
    mountShell(kernel, <ConnectButton />)
    await clickTestId('connect-button')
    // Within the view, whose card comes in with a movement of its own.
    const places = async () => {
      const own = await findTestId('wallet-selector-Own')
      const all = await findTestId('all-wallets')
      const view = own.closest('.lk-modal-content')?.getBoundingClientRect()
      if (!view) throw new Error('The list is in no view.')
      return [own, all]
        .map((row) => row.getBoundingClientRect().top - view.top)
        .concat(view.height)
        .map(Math.round)
    }
    await vi.waitFor(() =>
      expect(document.querySelectorAll('.lk-list .lk-skeleton[data-shape=square]')).toHaveLength(4),
    )
    const before = await places()
    showList()
    await findTestId('lk-recommended')
    expect(await places()).toEqual(before)
  })

  it('leads to their pages in the store where nothing pairs, and leaves out what is installed', async () => {
    await openWith(desktop, [fakeWallet('MetaMask')])
    const list = await findTestId('lk-recommended')
    expect(known()).not.toContain('MetaMask')
    const links = [...list.querySelectorAll('a')].map(({ href }) => href)
    expect(links).toHaveLength(4)
    expect(links.filter((href) => !href.startsWith('https://chromewebstore.google.com/'))).toEqual([])
  })
})
