import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import { ConnectButton } from '@latchkey/ui-react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { clickTestId, findTestId, findView, until } from '../../../../ui-react/test/page.js'
import { codeFor, standingPairing } from '../../test/standingPairing.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { pairing } from './messages.js'

afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
})

const views = watchViews()
const messages = markedMessages(pairing)
/** A wallet's name, and what a code is picked by. */
const names = [/\bRiver\b/g, /^[A-Z]{1,2}$/g]

interface Setting {
  readonly wallet?: ListedWallet
  readonly uri?: string
  readonly answer?: Parameters<typeof standingPairing>[0]['answer']
  readonly preparing?: boolean
  readonly phone?: boolean
}

async function open({ wallet, uri, answer, preparing, phone }: Setting = {}) {
  if (phone)
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1',
    )
  vi.spyOn(window, 'open').mockReturnValue(null)
  const bench = standingPairing({
    ...(answer ? { answer } : {}),
    ...(preparing ? {} : { pairing: { uri: codeFor(240), renewsAt: Date.now() + 230_000 } }),
  })
  const kernel = testKernel([views.watch(bench.plugins)])
  mountShell(kernel, <ConnectButton />, { messages })
  await findTestId('connect-button')
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, {
    connectorId: 'walletConnect',
    ...(wallet ? { wallet } : {}),
    ...(uri ? { uri } : {}),
  })
  await findView('ConnectingWalletConnect')
}

const river = (links: ListedWallet['links'], rest: Partial<ListedWallet> = {}): ListedWallet => ({
  id: 'river',
  name: 'River',
  ...(links ? { links } : {}),
  ...rest,
})
const stores = {
  ios: 'https://apps.apple.com/app/id1',
  android: 'https://play.google.com/store/apps/details?id=w',
  chrome: 'https://chromewebstore.google.com/detail/a',
}

const cases: readonly (readonly [string, Setting, string])[] = [
  ['a code that is made', { preparing: true }, 'lk-pairing-time'],
  ['a code for any wallet', {}, 'lk-pairing-code'],
  [
    'a code for one wallet',
    { wallet: river(undefined, { homepage: 'https://river.example' }) },
    'lk-get-wallet',
  ],
  ['a code of the app', { uri: codeFor(240) }, 'lk-pairing-code'],
  ['a code that is none', { uri: 'javascript:alert(1)' }, 'lk-pairing-failed'],
  ['a code that is over', { uri: codeFor(-5) }, 'lk-pairing-failed'],
  ['a decline', { answer: 'reject' }, 'lk-pairing-failed'],
  ['a relay that is away', { answer: 'unreachable' }, 'lk-pairing-failed'],
  ['a connected wallet', { answer: 'approve' }, ''],
  ['an app on a phone', { phone: true, wallet: river({ native: 'river://' }) }, 'lk-open-app'],
  [
    'an app that takes long',
    { phone: true, wallet: river({ universal: 'https://river.example' }) },
    'lk-open-again',
  ],
  [
    'a wallet’s own browser',
    { phone: true, wallet: river({ inAppBrowser: 'https://river.example/{url}' }) },
    'lk-open-inside',
  ],
]

it.each(cases)('has every word about %s translated', async (_, setting, shown) => {
  await open(setting)
  if (shown !== '') await findTestId(shown)
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it.each(['web', 'desktop'] as const)('has every word of the way to the %s translated', async (kind) => {
  await open({ wallet: river({ webapp: 'https://river.example', desktop: 'river://' }) })
  await clickTestId(`lk-pairing-tab-${kind}`)
  await findTestId(`lk-open-${kind}`)
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it('has every word of the stores translated', async () => {
  await open({ wallet: river(undefined, { stores }) })
  await clickTestId('lk-get-wallet')
  await until(() => document.querySelector('[data-testid="lk-download-chrome"]'))
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
