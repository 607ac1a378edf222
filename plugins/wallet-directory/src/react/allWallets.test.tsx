import { AllWalletsRoute, ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { definePlugin } from '@latchkey/kernel/plugin'
import type { Kernel } from '@latchkey/kernel'
import { HostedDirectory, type HostedDirectoryService, type HostedWallet } from '@latchkey/plugin-wallet-data'
import { ConnectButton, isMobile, type KernelProviderProps } from '@latchkey/ui-react'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeChain, fakeWallet } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import {
  byTestId,
  clickTestId,
  clickText,
  dialog,
  findTestId,
  until,
} from '../../../../ui-react/test/page.js'
import type { WalletDirectoryOptions } from '../walletDirectory.js'
import { testPairing } from '../../test/testPairing.js'
import { walletDirectory } from './walletDirectory.js'

afterEach(unmountAll)
afterEach(() => vi.restoreAllMocks())

interface Setting {
  readonly options?: WalletDirectoryOptions
  readonly installed?: readonly string[]
  readonly hosted?: HostedDirectoryService['read']
  readonly connect?: KernelProviderProps['connect']
}

async function openList({ options, installed = [], hosted, connect }: Setting = {}): Promise<Kernel> {
  const service = definePlugin({
    id: 'test.hosted',
    kernel: '^1.0.0',
    provides: [HostedDirectory],
    setup: (context) => context.provide(HostedDirectory, () => ({ read: hosted ?? (async () => nothing) })),
  })
  const { connector, view } = testPairing()
  const wallets = [connector, ...installed.map((name) => fakeWallet(name))]
  const kernel = testKernel([
    fakeChain({ wallets }),
    view,
    ...(hosted ? [service] : []),
    walletDirectory(options),
  ])
  mountShell(kernel, <ConnectButton />, { ...(connect ? { connect } : {}) })
  await findTestId('connect-button')
  kernel.get(Navigation).open(AllWalletsRoute)
  return kernel
}

const nothing = { wallets: [], count: 0 }

const hostedWallet = (name: string, rest: Partial<HostedWallet> = {}): HostedWallet => ({
  id: name.toLowerCase(),
  name,
  isCertified: false,
  ...rest,
})

const rows = () => [...document.querySelectorAll('[data-testid="lk-directory-list"] .lk-row-name')]
const names = () => rows().map((row) => row.textContent)
const findNames = (...expected: string[]) => until(() => names().join() === expected.join())
const pressed = (id: string) => byTestId(id)?.getAttribute('aria-pressed')

const custom = [
  { id: 'app', name: 'App wallet', links: { native: 'app://' } },
  { id: 'web', name: 'Web wallet', links: { webapp: 'https://web.example' } },
  { id: 'extension', name: 'Extension wallet', chromeStoreId: 'a'.repeat(32) },
  { id: 'both', name: 'Both wallet', links: { native: 'both://' }, chromeStoreId: 'b'.repeat(32) },
  { id: 'unknown', name: 'Unknown wallet' },
]
const only = { custom, include: custom.map(({ id }) => id) }

it('narrows the list to a platform, one at a time, and back', async () => {
  await openList({ options: only })
  const all = custom.map(({ name }) => name)
  await findNames(...all)
  await clickTestId('lk-directory-mobile')
  await findNames('App wallet', 'Web wallet', 'Both wallet')
  expect(pressed('lk-directory-mobile')).toBe('true')
  expect((await findTestId('lk-directory-count')).textContent).toBe('3 wallets found')
  await clickTestId('lk-directory-browser')
  await findNames('Extension wallet', 'Both wallet')
  expect(pressed('lk-directory-mobile')).toBe('false')
  await clickTestId('lk-directory-browser')
  await findNames(...all)
})

it('keeps an installed wallet among those for the browser', async () => {
  await openList({ options: { ...only, include: [...only.include, 'Own'] }, installed: ['Own'] })
  await clickTestId('lk-directory-browser')
  await findNames('Own', 'Extension wallet', 'Both wallet')
  await clickTestId('lk-directory-mobile')
  await findNames('App wallet', 'Web wallet', 'Both wallet')
})

it('shows on a phone what works there, unless the person wants all, and the code of any wallet', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Mobile')
  await openList({ options: { ...only, include: [...only.include, 'Own'] }, installed: ['Own'] })
  await findNames('Own', 'App wallet', 'Web wallet', 'Both wallet')
  expect(pressed('lk-directory-mobile')).toBe('true')
  expect(byTestId('lk-directory-browser')).toBeNull()
  await clickTestId('lk-directory-mobile')
  await findNames('Own', ...custom.map(({ name }) => name))
  await clickTestId('lk-directory-code')
  expect((await findTestId('paired')).textContent).toBe('')
})

it('leaves the platform to the host where it chose one', async () => {
  await openList({ options: { ...only, platform: 'browser' } })
  await findNames('Extension wallet', 'Both wallet')
  expect(byTestId('lk-directory-mobile')).toBeNull()
})

it('says that nothing fits, and shows all again', async () => {
  await openList({ options: { custom: [custom[0]!], include: ['app'] } })
  await findNames('App wallet')
  await clickTestId('lk-directory-browser')
  await until(() => document.body.textContent?.includes('No wallets match these filters.'))
  await clickTestId('lk-directory-show-all')
  await findNames('App wallet')
  expect(pressed('lk-directory-browser')).toBe('false')
})

it('shows certified wallets alone, with their mark, also where the built-in list knows one by name', async () => {
  const hosted: HostedDirectoryService['read'] = async ({ badge }) => {
    const all = [
      hostedWallet('MetaMask', { isCertified: true }),
      hostedWallet('River', { isCertified: true }),
      hostedWallet('Meadow'),
    ]
    const wallets = all.filter(({ isCertified }) => !badge || isCertified)
    return { wallets, count: wallets.length }
  }
  await openList({ hosted, installed: ['Own'] })
  await clickTestId('lk-directory-certified')
  await findNames('MetaMask', 'River')
  expect(byTestId('lk-directory-river')?.textContent).toContain('Certified')
})

it('reads on while filters leave too little to scroll, and stops in time', async () => {
  const pages: number[] = []
  await openList({
    options: { include: ['last'] },
    hosted: async ({ page }) => {
      pages.push(page)
      const name = page === 3 ? 'Last' : `Page ${page}`
      return { wallets: [hostedWallet(name)], count: 1_000_000 }
    },
  })
  await findNames('Last')
  await until(() => new Set(pages).size === 10)
  expect(new Set(pages)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
})

it('drops what a search of the service found as soon as the search is emptied', async () => {
  const hosted: HostedDirectoryService['read'] = async ({ search }) =>
    search === 'found'
      ? { wallets: [hostedWallet('Found elsewhere')], count: 1 }
      : new Promise(() => undefined)
  await openList({ options: { ...only, include: [...only.include, 'found-elsewhere'] }, hosted })
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  field.focus()
  await userEvent.keyboard('found')
  await findNames('Found elsewhere')
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(names().join()))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  await userEvent.keyboard('{Escape}')
  await findNames(...custom.map(({ name }) => name))
  watch.disconnect()
  expect(seen.filter((list) => list.includes('Unknown wallet') && list.includes('Found'))).toEqual([])
})

it('searches what it has with each letter, and asks the service 500 ms after the last one', async () => {
  const later: (() => void)[] = []
  const schedule = window.setTimeout.bind(window) as (run: () => void, delay?: number) => number
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
    if (delay !== 500) return schedule(run, delay)
    return later.push(run)
  }) as unknown as typeof setTimeout)
  const asked: (string | undefined)[] = []
  const hosted: HostedDirectoryService['read'] = async ({ search }) => {
    asked.push(search)
    return search === 'both' ? { wallets: [hostedWallet('Both elsewhere')], count: 1 } : nothing
  }
  await openList({
    options: { ...only, include: [...only.include, 'both-elsewhere', 'both elsewhere'] },
    hosted,
  })
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  field.focus()
  await userEvent.keyboard('both')
  await findNames('Both wallet')
  expect(asked.filter(Boolean)).toEqual([])
  later.at(-1)?.()
  await findNames('Both wallet', 'Both elsewhere')
  expect(asked.filter(Boolean)).toEqual(['both'])
})

it('is searched on a phone, and leads to the wallet that is chosen', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Mobile')
  await openList({ options: only })
  await findNames('App wallet', 'Web wallet', 'Both wallet')
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  field.focus()
  await userEvent.keyboard('app')
  await findNames('App wallet')
  await clickTestId('lk-directory-app')
  expect((await findTestId('paired')).textContent).toContain('App wallet')
})

it('hides what the host excluded from the Connect view, whatever its source', async () => {
  const hosted = async () => ({ wallets: [hostedWallet('River'), hostedWallet('Meadow')], count: 2 })
  const connect = { exclude: { names: ['river', 'OWN', 'app wallet'], rdns: ['ORG.both'] } }
  const both = { ...custom[3]!, discovery: { rdns: ['org.both'] } }
  const include = ['River', 'Meadow', 'Own', 'app', 'web', 'both']
  const options = { custom: [custom[0]!, custom[1]!, both], include }
  await openList({ options, hosted, installed: ['Own'], connect })
  await findNames('Web wallet', 'Meadow')
})

it('holds its own filter in the Connect view, but not against wallets the host lists itself', async () => {
  const { connector, view } = testPairing()
  const listed = fakeWallet('Listed', { group: 'external' })
  const wallets = [connector, fakeWallet('River'), fakeWallet('Meadow'), listed]
  const exclude = ['river', 'listed']
  mountShell(testKernel([fakeChain({ wallets }), view, walletDirectory({ exclude })]), <ConnectButton />)
  await clickTestId('connect-button')
  await findTestId('wallet-selector-Meadow')
  expect(byTestId('wallet-selector-River')).toBeNull()
  expect(byTestId('wallet-selector-Listed')).not.toBeNull()
})

it('is there as it was left when the person comes back', async () => {
  await openList()
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  const list = await findTestId('lk-directory-list')
  await clickTestId('lk-directory-mobile')
  await until(() => pressed('lk-directory-mobile') === 'true')
  await until(() => {
    list.scrollTo(0, 900)
    return names().length > 0 && !names().includes('MetaMask')
  })
  const [name] = names().slice(-1)
  await clickText(String(name))
  await findTestId('paired')
  await clickTestId('header-back')
  const again = await findTestId('lk-directory-list')
  await until(() => again.scrollTop > 800)
  expect(pressed('lk-directory-mobile')).toBe('true')
  expect(field.value).toBe('')
})

it('goes back to its start when it is searched', async () => {
  await openList()
  const list = await findTestId('lk-directory-list')
  list.scrollTo(0, 900)
  await until(() => list.scrollTop > 800)
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  write?.call(field, 'w')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => names().length > 0 && list.scrollTop === 0)
})

it('empties its search by Escape before it closes', async () => {
  await openList()
  await findTestId('lk-directory-list')
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  field.focus()
  await userEvent.keyboard('zer{Escape}')
  await until(() => field.value === '' && names().length > 1)
  expect(dialog()?.open).toBe(true)
  await userEvent.keyboard('{Escape}')
  await until(() => !dialog()?.open)
})

it('draws names of strangers as plain text, cut, and without what hides or turns them', async () => {
  const hostile = [
    hostedWallet('<img src=x onerror=alert(1)>'),
    hostedWallet('Tru\u200bst\u202e evil', { id: 'bidi' }),
    hostedWallet(`Long ${'x'.repeat(200)}`, { id: 'long' }),
  ]
  const options = { include: ['<img src=x onerror=alert(1)>', 'bidi', 'long'] }
  await openList({ options, hosted: async () => ({ wallets: hostile, count: 3 }) })
  await until(() => names().length === 3)
  expect(document.querySelector('[data-testid="lk-directory-list"] img')).toBeNull()
  expect(names()[0]).toBe('<img src=x onerror=alert(1)>')
  expect(names()[1]).toBe('Trust evil')
  expect(names()[2]?.length).toBeLessThanOrEqual(60)
})

it.each([
  ['says how many wallets there are at least', {}, 'All wallets170+'],
  ['doesn’t say it of a list that the host narrowed', { exclude: ['metamask'] }, 'All wallets'],
])('the row of all wallets %s', async (_, options, text) => {
  const kernel = await openList({ options })
  kernel.get(Navigation).open(ConnectRoute)
  const row = await findTestId('all-wallets')
  await until(() => row.textContent === text)
})

it('is in the list of ways to connect only where the host lists it: on phones alone, say', async () => {
  const { connector, view } = testPairing()
  const kernel = testKernel([fakeChain({ wallets: [connector] }), view, isMobile() && walletDirectory()])
  mountShell(kernel, <ConnectButton />)
  await findTestId('connect-button')
  kernel.get(Navigation).open(ConnectRoute)
  await findTestId('wallet-selector-pairing')
  expect(byTestId('all-wallets')).toBeNull()
})

it('says of a wallet that has closed since when and what to do, in place of offering it', async () => {
  await openList()
  const field = (await findTestId('lk-directory-search')) as HTMLInputElement
  await userEvent.fill(field, 'Leap')
  await until(() => document.querySelector('.lk-state-title')?.textContent?.includes('May 28, 2026'))
  expect(document.querySelector('.lk-state-text')?.textContent).toContain('Import your recovery phrase')
})
