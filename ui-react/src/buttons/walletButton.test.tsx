import { definePlugin, route, View } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeChain, type FakeWallet, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { findTestId, findView, until } from '../../test/page.js'
import { routeView } from '../routeView.js'
import { type ConnectWay, ConnectWays } from '../connectWays.js'
import { type WalletList, WalletLists } from '../walletLists.js'
import { WalletButton } from './WalletButton.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

const Pairing = route<{ readonly connectorId: string; readonly wallet?: ListedWallet }>('Pairing')

const pairing = (): FakeWallet =>
  fakeWallet('pairs', { name: 'Pairing', group: 'walletConnect', route: Pairing })

/** A list that knows one wallet, and the view that pairs. */
const directory = (find: WalletList['find']) =>
  definePlugin({
    id: 'test.directory',
    kernel: '^1.0.0',
    setup(context) {
      context.add(WalletLists, { id: 'test.list', find })
      const load = async () => ({
        default: ({ params }: { readonly params: { readonly wallet?: ListedWallet } }) => (
          <p data-testid="paired">{params.wallet?.id}</p>
        ),
      })
      context.add(View, routeView(Pairing, { title: 'Pair', load }))
    },
  })

const example = { id: 'example-wallet', name: 'Example Wallet' }
const knowsExample: WalletList['find'] = async (wallet) => (wallet === 'com.example' ? example : undefined)

async function shown(wallet: string, wallets: readonly FakeWallet[], find = knowsExample) {
  const kernel = testKernel([fakeChain({ wallets }), directory(find)])
  mountShell(kernel, <WalletButton wallet={wallet} />)
  return { kernel, button: await findTestId('wallet-button') }
}

describe('WalletButton', () => {
  it.each([
    ['its reverse-domain id', 'COM.example'],
    ['its name', 'example wallet'],
    ['its id in lists', 'example-wallet'],
    ['the id of its connector', 'own.id'],
  ])('connects the wallet of the page by %s, and opens the account once connected', async (_, id) => {
    const named = { name: 'Example Wallet', rdns: 'com.example', walletId: 'example-wallet' }
    const { kernel, button } = await shown(id, [fakeWallet('own.id', named), pairing()])
    await until(() => button.textContent?.endsWith('Example Wallet'))
    await userEvent.click(button)
    await until(() => kernel.get(Session).state.connections.length === 1)
    await until(() => button.dataset.status === 'connected')
    kernel.get(Navigation).close({ force: true })
    await userEvent.click(button)
    await findView('Account')
  })

  it('pairs with a wallet that is only in a list', async () => {
    const { button } = await shown('com.example', [pairing()])
    await until(() => button.textContent?.endsWith('Example Wallet'))
    await userEvent.click(button)
    expect((await findTestId('paired')).textContent).toBe('example-wallet')
  })

  it('connects the wallet of the page that a list knows by the given name', async () => {
    const installed = fakeWallet('own.id', { name: 'Example Wallet' })
    const { kernel, button } = await shown('com.example', [installed, pairing()])
    await until(() => button.dataset.status === 'installed')
    await userEvent.click(button)
    await until(() => kernel.get(Session).state.connections.length === 1)
  })

  it('shows all ways to connect where nothing can pair, and where no list knows the wallet', async () => {
    const { button } = await shown('com.example', [])
    await until(() => button.textContent?.endsWith('Example Wallet'))
    expect(button.dataset.status).toBe('unknown')
    await userEvent.click(button)
    await findView('Connect')
    unmountAll()
    const { button: other } = await shown('com.other', [pairing()])
    await userEvent.click(other)
    await findView('Connect')
  })

  it('asks neither of two wallets that claim the same id', async () => {
    const twins = ['a', 'b'].map((id) => fakeWallet(id, { name: 'Example Wallet', rdns: 'com.example' }))
    const { button } = await shown('com.example', twins)
    await userEvent.click(button)
    await findView('Connect')
    expect(twins.map(({ requests }) => requests.length)).toEqual([0, 0])
  })

  it.each<[string, WalletList['find']]>([
    ['rejects', async () => Promise.reject(new Error('Down'))],
    [
      'throws',
      () => {
        throw new Error('Down')
      },
    ],
    ['answers what is no wallet', async () => ({ id: 7, name: {} }) as never],
    ['never answers', () => new Promise(() => {})],
  ])('goes on without a list that %s', async (_, find) => {
    const { button } = await shown('com.example', [pairing()], find)
    expect(button.textContent?.endsWith('com.example')).toBe(true)
    await userEvent.click(button)
    await findView('Connect')
  })

  it('gives its state to the markup of the host', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a', { name: 'Example\u202e Wallet' })] })])
    mountShell(
      kernel,
      <WalletButton.Custom wallet="a">
        {({ name, status, icon, open, prefetch }) => (
          <button type="button" data-testid="own" onPointerEnter={prefetch} onClick={open}>
            {icon} {name} {status}
          </button>
        )}
      </WalletButton.Custom>,
    )
    const own = await findTestId('own')
    await until(() => own.textContent?.endsWith('Example Wallet installed'))
    await userEvent.click(own)
    await until(() => kernel.get(Session).state.connections.length === 1)
  })

  describe('of a way to connect that is no wallet', () => {
    const listing = (way: Omit<ConnectWay, 'id'>) =>
      definePlugin({
        id: 'test.ways',
        kernel: '^1.0.0',
        setup: (context) => void context.add(ConnectWays, { id: 'google', ...way }),
      })

    async function shownWay(way: Omit<ConnectWay, 'id'>, wallets: readonly FakeWallet[] = []) {
      mountShell(testKernel([fakeChain({ wallets }), listing(way)]), <WalletButton wallet="Google" />)
      return findTestId('wallet-button')
    }

    it('opens it within the press, with its own name and picture', async () => {
      const windows: (string | undefined)[] = []
      const button = await shownWay({
        label: 'Google',
        icon: async () => ({ default: () => <i data-testid="mark" /> }),
        open: () => windows.push(window.event?.type),
      })
      await findTestId('mark')
      expect(button.textContent).toBe('Google')
      expect(button.dataset.status).toBe('listed')
      await userEvent.click(button)
      expect(windows).toEqual(['click'])
    })

    it('asks no wallet of the page that calls itself the same', async () => {
      const impostor = fakeWallet('google', { name: 'Google', rdns: 'google' })
      let opened = 0
      const button = await shownWay(
        {
          label: 'Google',
          open: () => {
            opened += 1
          },
        },
        [impostor],
      )
      await userEvent.click(button)
      expect([opened, impostor.requests.length]).toEqual([1, 0])
    })

    it.each<[string, ConnectWay['open']]>([
      ['refuses', () => false],
      [
        'throws',
        () => {
          throw new Error('No.')
        },
      ],
    ])('shows all ways when it %s', async (_, open) => {
      await userEvent.click(await shownWay({ label: 'Google', open }))
      await findView('Connect')
    })
  })
})
