import {
  AccountIdentities,
  AddressNames,
  accountId,
  Balance,
  truncateAddress,
} from '@latchkey/kernel/contracts'
import {
  AccountRoute,
  Navigation,
  Networks,
  NetworksRoute,
  ProfileWalletsRoute,
  Session,
  SwitchNetworkRoute,
} from '@latchkey/kernel/wallet'
import { definePlugin, Feature, route, token, View } from '@latchkey/kernel/plugin'
import type { Kernel, PluginInput } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { proxy } from 'valtio/vanilla'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routeView } from '../routeView.js'
import { AccountActions, AccountHeader, AccountTabs } from '../slots.js'
import { view } from '../view.js'
import {
  alice,
  base,
  bob,
  closedNetwork,
  ethereum,
  fakeChain,
  type FakeChainOptions,
  type FakeWallet,
  fakeWallet,
  manyNetworks,
  solana,
} from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import {
  byTestId,
  byText,
  clickTestId,
  clickText,
  dialog,
  findTestId,
  findText,
  findView,
  until,
} from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

async function connected(
  wallets: readonly FakeWallet[],
  options: FakeChainOptions = {},
  plugins: readonly PluginInput[] = [],
): Promise<Kernel> {
  const kernel = testKernel([fakeChain({ wallets, ...options }), ...plugins])
  mountShell(kernel)
  await until(() => kernel.get(Navigation).draws('Account'))
  for (const { connector } of wallets) await kernel.get(Session).connect({ connectorId: connector.id })
  return kernel
}

const Pairing = route<{ connectorId: string }>('Pairing')
const PairingPage = ({ params }: { params: { connectorId: string } }) => <p>Pairing {params.connectorId}</p>

const isMarked = (row: HTMLElement) => row.textContent?.includes('Current') === true
const isGone = () => until(() => dialog() === null)
const ShopRoute = route('Shop')
const Huge = () => <svg aria-hidden="true" width="4000" height="4000" data-testid="huge-icon" />
const Broken = () => {
  throw new Error('No picture')
}
const failing = () => Promise.reject(new Error('no endpoint answered'))
const Missing = token<{ version: 1 }>('test.missing')

describe('the account of a namespace that is not the active one', () => {
  it.each([
    ['by the person', (_: Kernel) => clickTestId('disconnect-button')],
    ['from outside', (kernel: Kernel) => kernel.get(Session).disconnect({ namespace: 'solana' })],
  ])('is not shown any more once it is disconnected %s', async (_, disconnect) => {
    const kernel = await connected([fakeWallet('s', { namespaces: ['solana'] }), fakeWallet('a')], {
      solana: true,
    })
    kernel.get(Session).setActiveNamespace('eip155')
    kernel.get(Navigation).open(AccountRoute, { namespace: 'solana' })
    await findTestId('disconnect-button')
    await disconnect(kernel)
    await isGone()
    expect(kernel.get(Session).activeAccount('eip155')?.address).toBe(alice)
  })
})

describe('a network that has closed', () => {
  it.each([
    ['This network closed on July 31, 2026.', '2026-08-01T00:00:00Z', true],
    ['This network closes on July 31, 2026.', '2026-07-31T23:59:59Z', false],
  ])('says “%s”, what to do, and leads on', async (title, now, isOver) => {
    const open = vi.fn()
    const plugin = definePlugin({
      id: 'test.features',
      kernel: '^1.0.0',
      setup: (context) => void context.add(Feature, { id: 'test.send', label: 'Send', open }),
    })
    const wallet = fakeWallet('a')
    const networks = [closedNetwork, base, ethereum]
    const kernel = testKernel([fakeChain({ wallets: [wallet], networks, balance: failing }), plugin], {
      clock: {
        now: () => Date.parse(now),
        setTimeout: (callback, delay) => setTimeout(callback, delay),
        clearTimeout: (handle) => clearTimeout(handle),
      },
    })
    mountShell(kernel)
    await kernel.get(Session).connect({ connectorId: 'a' })
    wallet.change({ networks: { eip155: closedNetwork.id } })
    kernel.get(Navigation).open(AccountRoute)
    await findText(title)
    expect(document.querySelector('.lk-banner-text')?.textContent).toContain('See harbour.example')
    const send = (await findTestId('wallet-features-send-button')) as HTMLButtonElement
    expect(send.disabled).toBe(isOver)
    await clickTestId('lk-leave-network')
    await until(() => kernel.get(Networks).active()?.id === base.id)
  })

  it('is in the list for who is on it, and for nobody else', async () => {
    const wallet = fakeWallet('a')
    const kernel = await connected([wallet], { networks: [closedNetwork, base, ethereum] })
    kernel.get(Navigation).open(NetworksRoute)
    await findTestId(`lk-network-${base.id}`)
    expect(byTestId(`lk-network-${closedNetwork.id}`)).toBeNull()
    wallet.change({ networks: { eip155: closedNetwork.id } })
    await findTestId(`lk-network-${closedNetwork.id}`)
  })
})

describe('AccountView', () => {
  it('shows the address to copy and to look up, and three decimals of the balance, cut', async () => {
    const kernel = await connected([fakeWallet('a')], { balance: async () => 1_999_999_999_999_999_999n })
    kernel.get(Navigation).open(AccountRoute)
    await until(() => byTestId('lk-account-balance')?.textContent?.includes('1.999'))
    expect(byTestId('lk-account-address')?.textContent).toContain(alice)
    expect(byTestId('lk-explorer')?.getAttribute('href')).toBe(`https://explorer.example/address/${alice}`)
    expect(byTestId('lk-copy-address')).not.toBeNull()
  })

  it('offers the features the namespace is able to, in order', async () => {
    const opened = vi.fn()
    const plugin = definePlugin({
      id: 'test.features',
      kernel: '^1.0.0',
      setup(context) {
        context.add(Feature, { id: 'test.send', label: 'Send', order: 20, needs: Balance, open: opened })
        context.add(Feature, { id: 'test.swap', label: 'Swap', order: 10, open() {} })
        context.add(Feature, { id: 'test.never', label: 'Never', needs: Missing, open() {} })
      },
    })
    const kernel = await connected([fakeWallet('a')], {}, [plugin])
    kernel.get(Navigation).open(AccountRoute)
    await findTestId('wallet-features-send-button')
    const labels = [...document.querySelectorAll('.lk-action-label')].map((element) => element.textContent)
    expect(labels).toEqual(['Swap', 'Send'])
    await clickTestId('wallet-features-send-button')
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('shows buying, swapping, receiving and sending always, folds away what has no room beside them, and names each whole once they are unfolded', async () => {
    const names = ['Earn', 'Bridge', 'Buy', 'Swap', 'Receive', 'Vote', 'Send']
    const foremost = ['Buy', 'Swap', 'Receive', 'Send']
    const plugin = definePlugin({
      id: 'test.features',
      kernel: '^1.0.0',
      setup(context) {
        for (const label of names)
          context.add(Feature, { id: `test.${label.toLowerCase()}`, label, open() {} })
      },
    })
    const kernel = await connected([fakeWallet('a')], {}, [plugin])
    kernel.get(Navigation).open(AccountRoute)
    const more = await findTestId('lk-more-actions')
    const labels = () => [...document.querySelectorAll<HTMLElement>('.lk-action-label')]
    const texts = () => labels().map((element) => element.textContent)
    const cut = () => labels().filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    expect([texts(), cut(), more.ariaExpanded]).toEqual([foremost, [], 'false'])
    expect(more.innerText).toBe('More')
    await clickTestId('lk-more-actions')
    expect([texts(), cut(), more.ariaExpanded]).toEqual([[...foremost, 'Earn', 'Bridge', 'Vote'], [], 'true'])
    expect(more.innerText).toBe('Less')
    await clickTestId('lk-more-actions')
    expect(texts()).toHaveLength(4)
  })

  it('has no place among the actions for a view that draws nothing, and gives one that does the whole width', async () => {
    const plugin = definePlugin({
      id: 'test.features',
      kernel: '^1.0.0',
      setup(context) {
        for (const label of ['Buy', 'Swap', 'Receive', 'Send'])
          context.add(Feature, { id: `test.${label.toLowerCase()}`, label, open() {} })
        const shows = (id: string, Drawn: () => ReactNode) =>
          view(AccountActions, { id, load: async () => ({ default: Drawn }) })
        context.add(
          View,
          shows('test.nothing', () => null),
        )
        context.add(
          View,
          shows('test.row', () => <p data-testid="row">Logged in as alice@example.com</p>),
        )
      },
    })
    const kernel = await connected([fakeWallet('a')], {}, [plugin])
    kernel.get(Navigation).open(AccountRoute)
    const row = await findTestId('row')
    const labels = [...document.querySelectorAll<HTMLElement>('.lk-action-label')]
    expect(labels.map(({ textContent }) => textContent)).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
    const actions = document.querySelector('.lk-account-actions')!.getBoundingClientRect()
    const { top, width } = row.getBoundingClientRect()
    expect([width, top >= actions.bottom]).toEqual([actions.width, true])
  })

  it('says labels in the words of the host, and draws the icon of a feature in its place alone', async () => {
    const said = (key: string) => ({ section: 'shop', key, text: `English ${key}` })
    const icon = (Drawn: () => ReactNode) => async () => ({ default: Drawn })
    const plugin = definePlugin({
      id: 'test.features',
      kernel: '^1.0.0',
      setup(context) {
        context.add(Feature, { id: 'shop.swap', label: said('swap'), icon: icon(Huge), open() {} })
        context.add(Feature, { id: 'shop.send', label: said('send'), icon: icon(Broken), open() {} })
        const load = async () => ({ default: () => <p>panel</p> })
        for (const key of ['one', 'two'])
          context.add(View, view(AccountTabs, { id: `shop.${key}`, label: said(key), load }))
        const title = said('title')
        context.add(View, routeView(ShopRoute, { title, load }))
      },
    })
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), plugin])
    const shop = { swap: 'Tauschen', one: 'Eins', title: ({ text }: { text: string }) => `${text}!` }
    mountShell(kernel, null, { messages: { shop } })
    await until(() => kernel.get(Navigation).draws('Account'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    kernel.get(Navigation).open(AccountRoute)
    const huge = await findTestId('huge-icon')
    const action = huge.closest('.lk-action')!
    expect(action.textContent).toBe('Tauschen')
    expect(huge.closest('.lk-action-icon')!.getBoundingClientRect().width).toBe(24)
    await until(() => byTestId('wallet-features-send-button')?.querySelector('svg'))
    expect(byTestId('wallet-features-send-button')?.textContent).toBe('English send')
    expect([...document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent)).toEqual([
      'Eins',
      'English two',
    ])
    kernel.get(Navigation).open(ShopRoute)
    await until(() => document.querySelector('.lk-modal-title')?.textContent === 'English title!')
  })

  it('draws panels as tabs, and a header of a plugin in place of its own', async () => {
    const panel = (words: string) => async () => ({ default: () => <p>{words}</p> })
    const plugin = definePlugin({
      id: 'test.panels',
      kernel: '^1.0.0',
      setup(context) {
        context.add(View, view(AccountTabs, { id: 'p.tokens', label: 'Tokens', load: panel('All tokens') }))
        context.add(
          View,
          view(AccountTabs, { id: 'p.activity', label: 'Activity', load: panel('All activity') }),
        )
        context.add(
          View,
          view(AccountHeader, {
            id: 'p.name',
            load: async () => ({ default: ({ account }) => <p>{`Name of ${account.address}`}</p> }),
          }),
        )
      },
    })
    const kernel = await connected([fakeWallet('a')], {}, [plugin])
    kernel.get(Navigation).open(AccountRoute)
    await findText(`Name of ${alice}`)
    // Whatever a plugin draws on top, the address can be read and copied.
    expect(byTestId('lk-account-address')?.textContent).toContain(alice)
    await findText('All tokens')
    await clickTestId('lk-tab-p.activity')
    await findText('All activity')
    expect(byText('All tokens')).toBeUndefined()
  })

  it('disconnects and closes', async () => {
    const kernel = await connected([fakeWallet('a')])
    kernel.get(Navigation).open(AccountRoute)
    await clickTestId('disconnect-button')
    await isGone()
    expect(kernel.get(Session).state.connections).toEqual([])
  })

  it('offers to connect when nothing is connected', async () => {
    const kernel = await connected([])
    kernel.get(Navigation).open(AccountRoute)
    await findText('No account connected')
    await clickText('Connect wallet')
    await findView('Connect')
  })
})

describe('a wallet', () => {
  const many = 'lk-account-kind-'
  const kinds = () => document.querySelectorAll(`[data-testid^="${many}"]`).length

  it('with one account offers no choice of accounts, and with two says how many there are', async () => {
    const wallet = fakeWallet('a')
    const kernel = await connected([wallet])
    kernel.get(Navigation).open(AccountRoute)
    const row = await findTestId('lk-wallets-row')
    expect(row.textContent).not.toContain('accounts')
    expect(kinds()).toBe(0)
    const accounts = [alice, bob].map((address) => ({
      ...{ id: accountId(ethereum.id, address), namespace: 'eip155', address },
      kind: 'eoa' as const,
    }))
    wallet.change({ accounts })
    await until(() => row.textContent?.includes('2 accounts'))
    row.click()
    await findTestId(`lk-account-${bob}`)
  })

  it('says as many accounts as the list behind it has, on every chain', async () => {
    const address = 'S'.repeat(32)
    const other = { id: accountId(solana.id, address), namespace: 'solana', address, kind: 'eoa' as const }
    const wallet = fakeWallet('a', { namespaces: ['eip155', 'solana'] })
    const kernel = await connected([wallet], { solana: true })
    kernel.get(Navigation).open(AccountRoute)
    const row = await findTestId('lk-wallets-row')
    const accounts = [alice, bob].map((address) => ({
      ...{ id: accountId(ethereum.id, address), namespace: 'eip155', address },
      kind: 'eoa' as const,
    }))
    wallet.change({ accounts: [...accounts, other] })
    await until(() => row.textContent?.includes('3 accounts'))
    row.click()
    await findTestId(`lk-account-${address}`)
    for (const each of [alice, bob]) await findTestId(`lk-account-${each}`)
  })
})

describe('kinds of an account', () => {
  const account = (address: string, kind: 'smartAccount' | 'eoa', networks?: readonly unknown[]) => ({
    ...{ id: accountId(ethereum.id, address), namespace: 'eip155', address, kind },
    ...(networks ? { networks: networks as never } : {}),
  })
  const chip = (kind: string) => byTestId(`lk-account-kind-${kind}`)
  const use = (kernel: Kernel, id: typeof ethereum.id) => kernel.get(Networks).switch(id)

  it('are a choice where each works, and none where only one does', async () => {
    const accounts = [account(alice, 'smartAccount', [ethereum.id]), account(bob, 'eoa')]
    const kernel = await connected([fakeWallet('a', { accounts })])
    kernel.get(Navigation).open(AccountRoute)
    ;(await findTestId('lk-account-kind-eoa')).click()
    await until(() => kernel.get(Session).activeAccount('eip155')?.address === bob)
    await use(kernel, base.id)
    await until(() => chip('smartAccount') === null && chip('eoa') === null)
    await use(kernel, ethereum.id)
    await until(() => chip('smartAccount') !== null)
  })

  it('say that the one in use doesn’t work on the network, and lead to the one that does', async () => {
    const accounts = [account(alice, 'smartAccount', [ethereum.id]), account(bob, 'eoa')]
    const kernel = await connected([fakeWallet('a', { accounts })])
    kernel.get(Navigation).open(AccountRoute)
    await findTestId('lk-account-kind-smartAccount')
    expect(byTestId('lk-account-kind-reason')).toBeNull()
    await use(kernel, base.id)
    expect((await findTestId('lk-account-kind-reason')).textContent).toBe(
      'This account doesn’t work on Base. Use the other one, or another network.',
    )
    chip('eoa')?.click()
    await until(() => kernel.get(Session).activeAccount('eip155')?.address === bob)
    await until(() => chip('eoa') === null)
  })

  it.each([
    ['no list', 5],
    ['rubbish', [null, {}]],
    ['nothing', []],
  ])('keep their switch when a wallet names %s as networks', async (_, networks) => {
    const accounts = [account(alice, 'smartAccount', networks as never), account(bob, 'eoa')]
    const kernel = await connected([fakeWallet('a', { accounts })])
    kernel.get(Navigation).open(AccountRoute)
    await findTestId('lk-account-kind-eoa')
  })
})

describe('ProfileWalletsView', () => {
  it('goes back to the account when one of another chain is chosen, and stays otherwise', async () => {
    const wallets = [
      fakeWallet('s', { namespaces: ['solana'] }),
      fakeWallet('a', { addresses: [alice, bob] }),
    ]
    const kernel = await connected(wallets, { solana: true })
    kernel.get(Session).setActiveNamespace('eip155')
    const navigation = kernel.get(Navigation)
    navigation.open(AccountRoute)
    navigation.push(ProfileWalletsRoute)
    await clickTestId(`lk-account-${bob}`)
    await until(() => kernel.get(Session).activeAccount('eip155')?.address === bob)
    expect(navigation.state.entries.at(-1)?.name).toBe('ProfileWallets')
    const other = kernel.get(Session).activeAccount('solana')?.address ?? ''
    await clickTestId(`lk-account-${other}`)
    await findView('Account')
    expect(navigation.state.entries).toHaveLength(1)
    await until(() => byTestId('lk-account-address')?.textContent?.includes(other))
  })

  it('switches between wallets and accounts, and disconnects one of them', async () => {
    const kernel = await connected([fakeWallet('a'), fakeWallet('b', { addresses: [bob] })])
    kernel.get(Navigation).open(ProfileWalletsRoute)
    const session = kernel.get(Session)
    await clickTestId(`lk-account-${alice}`)
    await until(() => session.activeAccount('eip155')?.address === alice)
    await clickTestId('lk-disconnect-a')
    await until(() => byTestId('lk-wallet-a') === null)
    expect(session.activeAccount('eip155')?.address).toBe(bob)
    await findTestId('lk-recent-a')
    await clickTestId('lk-disconnect-b')
    await isGone()
  })

  it('says of which chain and kind an account is, beside the name that the wallet gave it', async () => {
    const account = (address: string, kind: 'payment' | 'ordinals', label?: string) => ({
      ...{ id: accountId(ethereum.id, address), namespace: 'eip155', address, kind },
      ...(label === undefined ? {} : { label }),
    })
    const accounts = [account(alice, 'payment'), account(bob, 'ordinals', 'Art')]
    const kernel = await connected([fakeWallet('a', { accounts })])
    kernel.get(Navigation).open(ProfileWalletsRoute)
    await findTestId(`lk-account-${alice}`)
    const facts = [alice, bob].map(
      (address) => byTestId(`lk-account-${address}`)?.querySelector('.lk-row-subtitle')?.textContent,
    )
    expect(facts).toEqual(['EVM networks · Payment', 'EVM networks · Ordinals · Art'])
  })

  it('names each account, by the person’s own name first, and shows its coins and its network', async () => {
    const identities = {
      entries: {
        [`${ethereum.id}:${alice}`]: { status: 'success', name: 'alice.eth' },
        [`${ethereum.id}:${bob}`]: { status: 'success', name: 'bob.eth' },
      },
    } as const
    const named = definePlugin({
      id: 'test.names',
      kernel: '^1.0.0',
      provides: [AccountIdentities, AddressNames],
      setup(context) {
        context.provide(AccountIdentities, () => ({
          state: proxy(identities),
          get: () => undefined,
          refresh: async () => {},
        }))
        const entries = [{ namespace: 'eip155', address: bob, name: 'Savings' }]
        context.provide(AddressNames, () => ({ state: proxy({ entries }) }))
      },
    })
    const kernel = await connected([fakeWallet('a', { addresses: [alice, bob] })], {}, [named])
    kernel.get(Navigation).open(ProfileWalletsRoute)
    const row = (address: string) => byTestId(`lk-account-${address}`)
    await until(() => row(alice)?.querySelector('.lk-amount')?.textContent?.includes('ETH'))
    await until(() => row(bob)?.querySelector('.lk-amount'))
    const title = (address: string) => row(address)?.querySelector('.lk-row-name')?.textContent
    await until(() => title(alice) === 'alice.eth')
    expect(title(bob)).toContain('Savings')
    expect(row(alice)?.querySelector('.lk-token-network .lk-picture')).not.toBeNull()
    expect(row(alice)?.querySelector('.lk-row-subtitle')?.textContent).toContain(truncateAddress(alice))
  })

  it('connects a recent wallet in the view of its own, and forgets one of two of a connector', async () => {
    const own = definePlugin({
      id: 'test.pairing',
      kernel: '^1.0.0',
      setup: (context) =>
        void context.add(View, routeView(Pairing, { load: async () => ({ default: PairingPage }) })),
    })
    const pair = fakeWallet('pair', { addresses: [bob], route: Pairing, key: 'red', wallet: { name: 'Red' } })
    const kernel = await connected([fakeWallet('a'), pair], {}, [own])
    const session = kernel.get(Session)
    pair.become('blue', 'Blue')
    await session.connect({ connectorId: 'pair' })
    const record = session.state.connections.find(({ name }) => name === 'Red')
    await session.disconnect({ connectionId: record?.id ?? '' })
    kernel.get(Navigation).open(ProfileWalletsRoute)
    // Blue is connected; Red, of the same connector, is offered again.
    const row = await findText('Red')
    expect(byText('Connect again')).toBeDefined()
    row.closest('button')?.click()
    await findText('Pairing pair')
    kernel.get(Navigation).back()
    const forget = await until(() => document.querySelector<HTMLElement>('[aria-label="Forget Red"]'))
    forget.click()
    await until(() => session.state.recent.every(({ name }) => name !== 'Red'))
    expect(session.state.recent.map(({ name }) => name)).toEqual(['Blue'])
  })
})

describe('NetworksView', () => {
  it('says of the current network too that it is for tests', async () => {
    const sepolia = manyNetworks.find(({ testnet }) => testnet)
    const wallet = fakeWallet('a', { networkId: sepolia?.id ?? ethereum.id })
    const kernel = await connected([wallet], { networks: manyNetworks })
    kernel.get(Navigation).open(NetworksRoute)
    const row = await findTestId(`lk-network-${sepolia?.id}`)
    expect([...row.querySelectorAll('.lk-badge')].map(({ textContent }) => textContent)).toEqual([
      'Current',
      'Testnet',
    ])
  })

  it('puts networks the wallet agreed to first, and says why others cannot be chosen', async () => {
    const wallet = fakeWallet('a', {
      name: 'Strict',
      approvedNetworks: { eip155: ['eip155:1', 'eip155:42161'] },
    })
    const kernel = await connected([wallet], { networks: manyNetworks })
    kernel.get(Navigation).open(NetworksRoute)
    await findText('Strict didn’t share these networks. Disconnect and connect again to add them.')
    const rows = [...document.querySelectorAll<HTMLButtonElement>('[data-testid^="lk-network-eip155"]')]
    expect(rows.slice(0, 3).map((row) => [row.dataset['testid'], row.disabled])).toEqual([
      ['lk-network-eip155:1', false],
      ['lk-network-eip155:42161', false],
      ['lk-network-eip155:8453', true],
    ])
  })

  it('finds networks by name, says when none is found, and explains what a network is', async () => {
    const kernel = await connected([fakeWallet('a')], { networks: manyNetworks })
    kernel.get(Navigation).open(NetworksRoute)
    const names = () =>
      [...document.querySelectorAll('[data-testid^="lk-network-eip155"] .lk-row-name')].map(
        (row) => row.textContent,
      )
    const search = (await findTestId('lk-network-search')) as HTMLInputElement
    await userEvent.fill(search, 'optim')
    await until(() => names().join() === 'Optimism')
    await userEvent.fill(search, 'nowhere')
    await clickText('Show all networks')
    await until(() => names().length === manyNetworks.length)
    await clickText('What is a network?')
    await findView('WhatIsANetwork')
  })

  it('asks for another wallet when the network is of another namespace, and connects for it', async () => {
    const kernel = await connected([fakeWallet('a')], {
      solana: true,
      wallets: [fakeWallet('a'), fakeWallet('s', { namespaces: ['solana'] })],
    })
    kernel.get(Navigation).open(AccountRoute)
    kernel.get(Navigation).push(NetworksRoute)
    await clickTestId(`lk-network-${solana.id}`)
    await findText('Connect a wallet for Solana')
    await clickTestId('lk-connect-other')
    await clickTestId('wallet-selector-s')
    await isGone()
    expect(kernel.get(Session).state.activeNamespace).toBe('solana')
    expect(kernel.get(Session).state.connections).toHaveLength(2)
  })

  it.each(['the active one', 'another'])('offers the same wallet on the other chain, %s', async (which) => {
    const twin = fakeWallet('s', { name: 'River', namespaces: ['solana'] })
    const river = fakeWallet('a', { name: 'River' })
    const other = fakeWallet('b', { name: 'Other', addresses: [bob] })
    const kernel = testKernel([fakeChain({ solana: true, wallets: [river, twin, other] })])
    mountShell(kernel)
    await until(() => kernel.get(Navigation).draws('Account'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    if (which === 'another') await kernel.get(Session).connect({ connectorId: 'b' })
    kernel.get(Navigation).open(AccountRoute)
    await clickTestId('lk-network-row')
    await clickTestId(`lk-network-${solana.id}`)
    await findText('Connect River on Solana too?')
    await clickTestId('lk-connect-same')
    await isGone()
    expect(kernel.get(Session).activeConnection('solana')?.connectorId).toBe('s')
  })

  it('leads from an account of a chain with one network to those of the others', async () => {
    const kernel = await connected([fakeWallet('s', { namespaces: ['solana'] })], { solana: true })
    kernel.get(Navigation).open(AccountRoute)
    await clickTestId('lk-network-row')
    await findTestId(`lk-network-${base.id}`)
  })

  it('chooses from the network that it marks, when the app has moved to a chain without a wallet', async () => {
    const kernel = await connected([fakeWallet('s', { namespaces: ['solana'] })], { solana: true })
    await kernel.get(Networks).switch(ethereum.id)
    expect(kernel.get(Session).state.activeNamespace).toBe('eip155')
    const marked = () =>
      [...document.querySelectorAll<HTMLElement>('[data-testid^="lk-network-"]')].filter(isMarked)
    kernel.get(Navigation).open(AccountRoute)
    kernel.get(Navigation).push(NetworksRoute)
    await until(() => marked().length > 0)
    expect(marked().map((row) => row.dataset['testid'])).toEqual([`lk-network-${solana.id}`])
    await clickTestId(`lk-network-${ethereum.id}`)
    await findView('SwitchActiveChain')
    kernel.get(Navigation).back()
    await clickTestId(`lk-network-${solana.id}`)
    await findView('Account')
  })

  it('says of a network that the app does not list that it does not, and asks no wallet for it', async () => {
    const wallet = fakeWallet('a')
    const kernel = await connected([wallet])
    kernel.get(Navigation).open(NetworksRoute)
    kernel.get(Navigation).push(SwitchNetworkRoute, { networkId: 'eip155:9' as const })
    await findText('This app doesn’t support that network')
    expect(kernel.get(Networks).state).toMatchObject({
      active: { eip155: ethereum.id },
      switching: undefined,
    })
    await clickText('Another network')
    await findView('Networks')
  })

  it('waits for the wallet, says when it declined, and tries again', async () => {
    const wallet = fakeWallet('a')
    const kernel = await connected([wallet])
    wallet.switchAnswer = 'reject'
    kernel.get(Navigation).open(NetworksRoute)
    await clickTestId(`lk-network-${base.id}`)
    await findText('Switch canceled')
    await findText('You’re still on Ethereum.')
    wallet.switchAnswer = 'approve'
    await clickTestId('lk-switching-retry')
    await isGone()
  })

  it("is the app's own choice while nothing is connected", async () => {
    const kernel = await connected([])
    kernel.get(Navigation).open(NetworksRoute)
    await clickTestId(`lk-network-${base.id}`)
    await isGone()
    expect(kernel.get(Session).state.connections).toEqual([])
  })
})
