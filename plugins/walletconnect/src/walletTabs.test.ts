import { expect, it } from 'vitest'
import { storePages } from './storePages.js'
import { walletTabs } from './walletTabs.js'

const native = 'rainbow://'
const universal = 'https://rnbwapp.com'
const webapp = 'https://web.example'
const desktop = 'example-desktop://'
const phone = { isMobile: true, os: 'ios', host: 'browser' } as const
const computer = { isMobile: false, os: 'macos', host: 'browser' } as const
const inAppBrowser = 'https://w.example/browse/{url}?ref={ref}'

it.each([
  ['no wallet on a computer', computer, undefined, false, ['code']],
  ['no wallet on a phone', phone, undefined, false, ['code']],
  ['an app on a phone', phone, { native }, false, ['app']],
  ['an app by its web link on a phone', phone, { universal }, false, ['app']],
  ['an app on a computer', computer, { native, universal }, false, ['code']],
  ['a web page on a phone', phone, { native, webapp }, false, ['app', 'web']],
  [
    'everything on a computer',
    computer,
    { native, webapp, desktop },
    true,
    ['browser', 'code', 'web', 'desktop'],
  ],
  ['a wallet that cannot pair, on a phone', phone, { inAppBrowser }, false, ['inside']],
  [
    'a wallet that can, and has a browser',
    phone,
    { native, inAppBrowser, webapp },
    false,
    ['app', 'inside', 'web'],
  ],
  ['a wallet with a browser on a computer', computer, { inAppBrowser }, false, ['code']],
  ['another wallet’s browser', { ...phone, host: 'wallet' } as const, { inAppBrowser }, false, ['code']],
  ['everything on a phone', phone, { native, webapp, desktop }, false, ['app', 'web']],
  [
    'links nobody may open',
    phone,
    { native: 'javascript:alert(1)', webapp: 'data:text/html,x', inAppBrowser: 'javascript:{url}' },
    false,
    ['code'],
  ],
])('offers for %s', (_, platform, links, isInstalled, expected) => {
  const wallet = links && { id: 'w', name: 'W', links }
  expect(walletTabs(wallet, platform, isInstalled)).toEqual(expected)
})

const stores = {
  ios: 'https://apps.apple.com/app/id1',
  android: 'https://play.google.com/store/apps/details?id=w',
}
const wallet = { id: 'w', name: 'W', homepage: 'https://w.example', chromeStoreId: 'a'.repeat(32), stores }

it.each([
  ['a phone of Apple', 'ios', ['ios']],
  ['a phone with Android', 'android', ['android']],
  ['a computer', 'linux', ['chrome', 'ios', 'android', 'website']],
] as const)('leads on %s to the pages that serve it', (_, os, expected) => {
  expect(storePages(wallet, os).map(({ kind }) => kind)).toEqual(expected)
})

it('leads to the site where no store is known, and nowhere that is not https', () => {
  const { homepage } = wallet
  expect(storePages({ id: 'w', name: 'W', homepage }, 'ios')).toEqual([{ kind: 'website', href: homepage }])
  const hostile = {
    ios: 'javascript:alert(1)',
    android: 'http://plain.example',
    chrome: 'https://user@x.example/',
  }
  const everything = { id: 'w', name: 'W', homepage: 'data:x', chromeStoreId: '../../evil', stores: hostile }
  expect(storePages(everything, 'linux')).toEqual([])
})
