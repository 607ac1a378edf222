import { describe, expect, it } from 'vitest'
import { wallets } from './data/wallets.js'
import type { WalletRecord } from './wallet.js'
import { type Device, deviceOf, walletsToGet } from './walletsToGet.js'

const all = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']
const ios: Device = { system: 'ios', isFirefox: false }
const android: Device = { system: 'android', isFirefox: false }
const chrome: Device = { system: 'computer', isFirefox: false }
const firefox: Device = { system: 'computer', isFirefox: true }

describe('walletsToGet', () => {
  it.each([
    ['ios', ios, 'https://apps.apple.com/app/id'],
    ['android', android, 'https://play.google.com/store/apps/details?id='],
    ['Chromium', chrome, 'https://chromewebstore.google.com/detail/'],
    ['Firefox', firefox, 'https://addons.mozilla.org/firefox/addon/'],
  ])('names four wallets of the built-in list with their pages in the store of %s', (_, device, store) => {
    const found = walletsToGet(wallets, device, all)
    expect(found).toHaveLength(4)
    expect(found.filter(({ href }) => !href.startsWith(store))).toEqual([])
    expect(new Set(found.map(({ href }) => href)).size).toBe(4)
  })

  it.each(all)(
    'names wallets for %s that are known to support it, or of which nothing is known',
    (namespace) => {
      const found = walletsToGet(wallets, ios, [namespace])
      expect(found).toHaveLength(4)
      expect(found.filter(({ record }) => record.namespaces?.includes(namespace) === false)).toEqual([])
    },
  )

  it('leaves out a wallet without a verified page for the device, and a page that is no web page', () => {
    const records: WalletRecord[] = [
      { id: 'a', name: 'A', homepage: 'https://a.example' },
      { id: 'b', name: 'B', stores: { ios: 'javascript:alert(1)' } },
      { id: 'c', name: 'C', chromeStoreId: '../../evil' },
      { id: 'd', name: 'D', stores: { ios: 'https://apps.apple.com/app/id1' } },
    ]
    expect(walletsToGet(records, ios, all).map(({ record }) => record.id)).toEqual(['d'])
    expect(walletsToGet(records, chrome, all)).toEqual([])
  })
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 5, ios],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 5, ios],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130', 0, chrome],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/130 Mobile', 5, android],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 0, firefox],
])('tells the device of %s', (userAgent, maxTouchPoints, device) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toEqual(device)
})
