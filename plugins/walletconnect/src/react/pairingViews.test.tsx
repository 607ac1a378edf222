import { AllWalletsRoute, Navigation } from '@latchkey/kernel/wallet'
import { definePlugin, View, type Plugin } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { ConnectButton, routeView } from '@latchkey/ui-react'
import { afterEach, expect, it, vi } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, dialog, findTestId, findView, until } from '../../../../ui-react/test/page.js'
import { codeFor, standingPairing } from '../../test/standingPairing.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'

afterEach(unmountAll)
afterEach(() => vi.restoreAllMocks())

interface Setting {
  readonly wallet?: ListedWallet
  readonly answer?: Parameters<typeof standingPairing>[0]['answer']
  readonly renewsIn?: number
  readonly preparing?: boolean
  readonly plugins?: readonly Plugin[]
}

async function openView(setting: Setting = {}) {
  const { wallet, answer, renewsIn = 230_000, preparing = false, plugins = [] } = setting
  const bench = standingPairing({
    ...(answer ? { answer } : {}),
    ...(preparing ? {} : { pairing: { uri: codeFor(240), renewsAt: Date.now() + renewsIn } }),
  })
  const kernel = testKernel([...bench.plugins, ...plugins])
  mountShell(kernel, <ConnectButton />)
  await findTestId('connect-button')
  const connectorId = 'walletConnect'
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, { connectorId, ...(wallet ? { wallet } : {}) })
  return { ...bench, kernel }
}

const code = () => byTestId('lk-pairing-code')?.querySelector('path')?.getAttribute('d')

it('waits for a code in its place, and says when it is about to be renewed', async () => {
  const { show } = await openView({ preparing: true })
  expect((await findTestId('lk-pairing-time')).textContent).toBe('Creating code…')
  expect(byTestId('copy-wc2-uri')).toBeNull()
  show({ uri: codeFor(240), renewsAt: Date.now() + 200_500 })
  await findTestId('lk-pairing-code')
  expect(byTestId('lk-pairing-time')?.textContent?.trim()).toBe('')
  show({ uri: codeFor(240), renewsAt: Date.now() + 29_500 })
  await until(() => /^Code refreshes in 0:(29|28)$/.test(byTestId('lk-pairing-time')?.textContent ?? ''))
  expect(byTestId('lk-pairing-time')?.getAttribute('role')).toBe('timer')
  expect(byTestId('copy-wc2-uri')).not.toBeNull()
})

it('puts a renewed code in the place of the old one, with nothing between them', async () => {
  const { show } = await openView({ renewsIn: 1_000 })
  await findTestId('lk-pairing-code')
  const place = byTestId('lk-pairing-code')
  const first = code()
  const gone: boolean[] = []
  const observer = new MutationObserver(() => gone.push(byTestId('lk-pairing-code') === null))
  observer.observe(document.body, { childList: true, subtree: true })
  show({ uri: codeFor(500), renewsAt: Date.now() + 230_000 })
  await until(() => code() !== first)
  observer.disconnect()
  expect(byTestId('lk-pairing-code')).toBe(place)
  expect(gone).not.toContain(true)
  expect(byTestId('lk-pairing-time')?.textContent?.trim()).toBe('')
})

it('leads from a code for any wallet to the list of wallets, where there is one', async () => {
  const list = definePlugin({
    id: 'test.list',
    kernel: '^1.0.0',
    setup: (context) =>
      void context.add(
        View,
        routeView(AllWalletsRoute, { title: 'List', load: async () => ({ default: () => null }) }),
      ),
  })
  await openView({ plugins: [list] })
  await findTestId('lk-pairing-code')
  await clickTestId('lk-pairing-all-wallets')
  await findView('AllWallets')
  await clickTestId('header-back')
  await findTestId('lk-pairing-code')
})

it('offers no list of wallets that nobody draws', async () => {
  await openView()
  await findTestId('lk-pairing-code')
  expect(byTestId('lk-pairing-all-wallets')).toBeNull()
})

it('waits for the next wallet when the app opens another one at once', async () => {
  const { kernel, wallet } = await openView({ wallet: { id: 'river', name: 'River' } })
  await until(() => byTestId('lk-pairing')?.textContent?.includes('Scan with River'))
  const connectorId = 'walletConnect'
  const meadow = { id: 'meadow', name: 'Meadow' }
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, { connectorId, wallet: meadow })
  await until(() => wallet.requests.length === 2)
  expect(wallet.requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(byTestId('lk-pairing')?.textContent).toContain('Scan with Meadow')
})

it('copies the link and says so', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  await openView()
  await clickTestId('copy-wc2-uri')
  await until(() => byTestId('copy-wc2-uri')?.textContent === 'Copied')
  expect(written).toEqual([expect.stringMatching(/^wc:/)])
})

it('names the code for a screen reader, and not by the secret in it', async () => {
  await openView()
  const picture = (await findTestId('lk-pairing-code')).querySelector('[role="img"]')
  expect(picture?.getAttribute('aria-label')).toBe('Connection code for your wallet')
  expect(dialog()?.textContent).not.toContain('symKey')
})

it('says calmly that the person declined, and starts anew at their wish', async () => {
  const { wallet } = await openView({ answer: 'reject' })
  expect((await findTestId('lk-pairing-failed')).textContent).toContain('You declined the connection')
  wallet.answer = 'hold'
  await clickTestId('lk-pairing-retry')
  await findTestId('lk-pairing-code')
})

it('says with its code why a relay cannot be reached', async () => {
  await openView({ answer: 'unreachable' })
  const failed = await findTestId('lk-pairing-failed')
  expect(failed.textContent).toContain('RELAY_UNREACHABLE')
  expect(failed.querySelector('[role="alert"]')?.textContent).toContain('Check your connection')
})

const hostile = {
  markup: '<img src=x onerror="window.broken=1">',
  turned: 'Tr\u202eust\u200b \u2066Wallet',
  endless: 'x'.repeat(20_000),
} as const

it.each(Object.entries(hostile))(
  'draws a name of %s as short plain text, in the title as well',
  async (kind, name) => {
    await openView({ wallet: { id: 'w', name } })
    await findTestId('lk-pairing-code')
    const title = dialog()?.querySelector('.lk-modal-title')?.textContent ?? ''
    const said = byTestId('lk-pairing')?.textContent ?? ''
    expect(dialog()?.querySelector('img')).toBeNull()
    expect(window).not.toHaveProperty('broken')
    for (const text of [title, said]) {
      expect(text).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/u)
      expect(text).not.toContain('x'.repeat(40))
    }
    if (kind === 'turned') expect(title).toBe('Trust Wallet')
  },
)

it.each([
  ['script', 'javascript:alert(1)'],
  ['a page', 'data:text/html,<script>window.broken=1</script>'],
  ['no encryption', 'http://icons.example/a.png'],
  ['no scheme', '//icons.example/a.png'],
])('draws its own picture where that of a wallet is %s, and asks nobody', async (_, icon) => {
  const asked: string[] = []
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((value) => void asked.push(value))
  await openView({ wallet: { id: 'w', name: 'River', icon } })
  await findTestId('lk-pairing-code')
  expect(asked).toEqual([])
  expect(dialog()?.querySelector('img')).toBeNull()
})

it('runs nothing of a picture with script in it', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4" onload="parent.broken=1"><script>parent.broken=1</script></svg>'
  const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await openView({ wallet: { id: 'w', name: 'River', icon } })
  await until(() => dialog()?.querySelector('img'))
  expect(dialog()?.querySelector('svg script, object, embed, iframe')).toBeNull()
  expect(window).not.toHaveProperty('broken')
})

it('leads only to stores that are pages on the web', async () => {
  const stores = {
    ios: 'javascript:alert(1)',
    android: 'market://details?id=river',
    chrome: 'https://user@store.example/',
  }
  await openView({ wallet: { id: 'w', name: 'River', homepage: 'https://river.example/', stores } })
  const row = await findTestId('lk-get-wallet')
  expect(row.getAttribute('href')).toBe('https://river.example/')
  expect(row.getAttribute('rel')).toBe('noopener noreferrer')
})

it('leads to a list where there are several stores, and back', async () => {
  const stores = {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=w',
  }
  await openView({ wallet: { id: 'w', name: 'River', stores } })
  await clickTestId('lk-get-wallet')
  await findView('Downloads')
  expect((await findTestId('lk-download-ios')).getAttribute('href')).toBe(stores.ios)
  await clickTestId('header-back')
  await findTestId('lk-pairing-code')
})
