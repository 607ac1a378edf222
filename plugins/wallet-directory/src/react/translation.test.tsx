import { AllWalletsRoute, GetWalletRoute, Navigation } from '@latchkey/kernel/wallet'
import { definePlugin } from '@latchkey/kernel/plugin'
import { HostedDirectory, type HostedDirectoryService } from '@latchkey/plugin-wallet-data'
import { ConnectButton } from '@latchkey/ui-react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { userEvent } from 'vitest/browser'
import { fakeChain, fakeWallet } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { clickTestId, findTestId, until } from '../../../../ui-react/test/page.js'
import { testPairing } from '../../test/testPairing.js'
import type { WalletDirectoryOptions } from '../walletDirectory.js'
import { directory } from './messages.js'
import { walletDirectory } from './walletDirectory.js'

afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
})

const views = watchViews()
const messages = markedMessages(directory)
const custom = ['River', 'Meadow', 'Harbour'].map((name) => ({
  id: name.toLowerCase(),
  name,
  links: { native: `${name}://` },
}))
const only: WalletDirectoryOptions = { custom, include: [...custom.map(({ id }) => id), 'Own'] }
const names = [/\b(?:River|Meadow|Harbour|Own|Summit|pairing|WalletConnect)\b/g, /^[A-Z]{1,2}$/g]

const summit = { id: 'summit', name: 'Summit', isCertified: true, mobileLink: 'summit://' }

async function open(hosted?: HostedDirectoryService['read'], options: WalletDirectoryOptions = only) {
  const service = definePlugin({
    id: 'test.hosted',
    kernel: '^1.0.0',
    provides: [HostedDirectory],
    setup: (context) =>
      context.provide(HostedDirectory, () => ({
        read: hosted ?? (async () => ({ wallets: [summit], count: 1 })),
      })),
  })
  const { connector, view } = testPairing()
  const kernel = testKernel([
    fakeChain({ wallets: [connector, fakeWallet('Own')] }),
    view,
    service,
    views.watch(walletDirectory(options)),
  ])
  mountShell(kernel, <ConnectButton />, { messages })
  await clickTestId('connect-button')
  return kernel.get(Navigation)
}

it('has every word of what is recommended translated', async () => {
  await open(undefined, {})
  await findTestId('lk-recommended')
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
})

it.each(['desktop', 'phone'])('has every word of the list on a %s translated', async (device) => {
  if (device === 'phone')
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Mobile')
  const navigation = await open()
  navigation.open(AllWalletsRoute)
  await until(() => document.querySelector('[data-testid="lk-directory-list"] .lk-row'))
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
  await clickTestId('lk-directory-mobile')
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
  await userEvent.type(await findTestId('lk-directory-search'), '42')
  await until(() => document.querySelector('dialog .lk-state'))
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
})

it('has every word translated while wallets are read, and when they could not be', async () => {
  const first = await open(() => new Promise(() => {}), { include: [] })
  first.open(AllWalletsRoute)
  await until(() => document.querySelector('[data-view="AllWallets"]'))
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
  unmountAll()
  const second = await open(() => Promise.reject(new Error('no')))
  second.open(AllWalletsRoute)
  await until(() => document.querySelector('dialog .lk-banner'))
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
})

it('has the wallets to get translated', async () => {
  const stores = {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=a',
  }
  const wallets = custom.map((wallet) => ({ ...wallet, stores, chromeStoreId: 'a'.repeat(32) }))
  const navigation = await open(undefined, { custom: wallets, include: wallets.map(({ id }) => id) })
  navigation.open(GetWalletRoute)
  const list = await findTestId('lk-wallets-to-get')
  expect(list.querySelectorAll('a')).toHaveLength(3)
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures([...names, /“42”/g])).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
