import { describe, expect, it } from 'vitest'
import type { DeepLinkAction, WalletLinks } from './deepLink.js'
import { checkedLink, planDeepLinks } from './deepLink.js'
import { isExpired } from './isExpired.js'
import { expiryAfter, pairingSecondsLeft } from './pairingTime.js'
import type { Platform } from './platform.js'
import vectors from '../vectors/deeplinks.json' with { type: 'json' }

const browser = { host: 'browser', isSafari: false, isFramed: false } as const
const platforms = {
  iosSafari: { ...browser, os: 'ios', isMobile: true, isSafari: true },
  androidChrome: { ...browser, os: 'android', isMobile: true },
  iosInApp: { ...browser, os: 'ios', isMobile: true, host: 'inApp' },
  androidInApp: { ...browser, os: 'android', isMobile: true, host: 'inApp' },
  telegramIos: { ...browser, os: 'ios', isMobile: true, host: 'telegram' },
  telegramAndroid: { ...browser, os: 'android', isMobile: true, host: 'telegram' },
  iosFrame: { ...browser, os: 'ios', isMobile: true, isSafari: true, isFramed: true },
  androidFrame: { ...browser, os: 'android', isMobile: true, isFramed: true },
  iosWallet: { ...browser, os: 'ios', isMobile: true, host: 'wallet' },
  telegramDesktop: { ...browser, os: 'windows', isMobile: false, host: 'telegram' },
  telegramFrame: { ...browser, os: 'android', isMobile: true, host: 'telegram', isFramed: true },
  desktop: { ...browser, os: 'macos', isMobile: false },
  desktopFrame: { ...browser, os: 'windows', isMobile: false, isFramed: true },
} satisfies Record<string, Platform>

const uri = 'wc:abc@2?relay-protocol=irn&symKey=def'
const once = 'wc%3Aabc%402%3Frelay-protocol%3Dirn%26symKey%3Ddef'
const twice = 'wc%253Aabc%25402%253Frelay-protocol%253Dirn%2526symKey%253Ddef'
const pair: DeepLinkAction = { type: 'pair', uri }
const request: DeepLinkAction = { type: 'request', requestId: 123, sessionTopic: 'topic' }
const links: WalletLinks = { native: 'rainbow://', universal: 'https://rnbwapp.com' }

const native = `rainbow://wc?uri=${once}`
const universal = `https://rnbwapp.com/wc?uri=${once}`
const query = 'requestId=123&sessionTopic=topic'

type Row = readonly [platform: keyof typeof platforms, action: DeepLinkAction, expected: readonly string[]]

const table: readonly Row[] = [
  ['iosSafari', pair, [`${native} _self`, `${universal} _self`]],
  ['androidChrome', pair, [`${native} _self`, `${universal} _self`]],
  ['iosInApp', pair, [`${native} _self`, `${universal} _self`]],
  ['androidInApp', pair, [`${native} _self`, `${universal} _self`]],
  ['telegramIos', pair, [`${universal} _blank`, `${native} _self`]],
  [
    'telegramAndroid',
    pair,
    [`https://rnbwapp.com/wc?uri=${twice} _blank`, `rainbow://wc?uri=${twice} _self`],
  ],
  ['iosFrame', pair, [`${native} _top`, `${universal} _top`]],
  ['androidFrame', pair, [`${native} _top`, `${universal} _top`]],
  ['desktop', pair, [`${native} _blank`, `${universal} _blank`]],
  ['desktopFrame', pair, [`${native} _blank`, `${universal} _blank`]],
  ['iosSafari', request, [`rainbow://wc?${query} _self`, `https://rnbwapp.com/wc?${query} _blank`]],
  ['androidChrome', request, [`rainbow://wc?${query} _self`, `https://rnbwapp.com/wc?${query} _blank`]],
  ['iosFrame', request, [`rainbow://wc?${query} _top`, `https://rnbwapp.com/wc?${query} _top`]],
  ['telegramAndroid', request, [`https://rnbwapp.com/wc?${query} _blank`, `rainbow://wc?${query} _self`]],
  ['desktop', request, [`rainbow://wc?${query} _blank`, `https://rnbwapp.com/wc?${query} _blank`]],
  ['iosWallet', pair, [`${native} _self`, `${universal} _self`]],
  ['telegramDesktop', pair, [`${universal} _blank`, `${native} _blank`]],
  ['telegramFrame', pair, [`https://rnbwapp.com/wc?uri=${twice} _blank`, `rainbow://wc?uri=${twice} _top`]],
  ['iosInApp', request, [`rainbow://wc?${query} _self`, `https://rnbwapp.com/wc?${query} _blank`]],
  ['androidInApp', request, [`rainbow://wc?${query} _self`, `https://rnbwapp.com/wc?${query} _blank`]],
  ['iosWallet', request, [`rainbow://wc?${query} _self`, `https://rnbwapp.com/wc?${query} _blank`]],
  ['telegramIos', request, [`https://rnbwapp.com/wc?${query} _blank`, `rainbow://wc?${query} _self`]],
  ['telegramDesktop', request, [`https://rnbwapp.com/wc?${query} _blank`, `rainbow://wc?${query} _blank`]],
  ['telegramFrame', request, [`https://rnbwapp.com/wc?${query} _blank`, `rainbow://wc?${query} _top`]],
  ['androidFrame', request, [`rainbow://wc?${query} _top`, `https://rnbwapp.com/wc?${query} _top`]],
  ['desktopFrame', request, [`rainbow://wc?${query} _blank`, `https://rnbwapp.com/wc?${query} _blank`]],
]

it('has a row for every platform and both actions', () => {
  const rows = new Set(table.map(([platform, { type }]) => `${platform} ${type}`))
  const wanted = Object.keys(platforms).flatMap((name) => [`${name} pair`, `${name} request`])
  expect(wanted.filter((row) => !rows.has(row))).toEqual([])
})

const planned = (options: Parameters<typeof planDeepLinks>[0]) =>
  planDeepLinks(options).map(({ href, target }) => `${href} ${target}`)

describe('planDeepLinks', () => {
  it.each(table)('on %s (%o)', (name, action, expected) => {
    expect(planned({ links, action, platform: platforms[name] })).toEqual(expected)
  })

  it.each([
    ['okxwallet://main', `okxwallet://main/wc?uri=${once}`],
    [
      'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
      `bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=${once}`,
    ],
    ['zeal://walletconnect/', `zeal://walletconnect/wc?uri=${once}`],
    ['rainbow', native],
    ['rainbow:', native],
    ['imtokenv2://wc?uri={uri}', `imtokenv2://wc?uri=${once}`],
  ])('appends to the native base %s', (base, href) => {
    expect(
      planDeepLinks({ links: { native: base }, action: pair, platform: platforms.iosSafari })[0].href,
    ).toBe(href)
  })

  it('tries the universal link first when the host prefers it', () => {
    const kinds = planDeepLinks({ links, action: pair, platform: platforms.iosSafari, prefer: 'universal' })
    expect(kinds.map(({ kind }) => kind)).toEqual(['universal', 'native'])
  })

  it('makes a request link of a pairing template', () => {
    const template = { native: 'imtokenv2://wc?uri={uri}', universal: 'https://argent.link/app/wc?uri={uri}' }
    expect(planned({ links: template, action: request, platform: platforms.androidChrome })).toEqual([
      `imtokenv2://wc?${query} _self`,
      `https://argent.link/app/wc?${query} _blank`,
    ])
  })

  it('gives a Telegram app its request as a start parameter', () => {
    const startapp = btoa(query).replace(/=+$/, '')
    const of = (universal: string) =>
      planDeepLinks({ links: { universal }, action: request, platform: platforms.telegramIos })
    expect(of('https://t.me/wallet/app')[0].href).toBe(`https://t.me/wallet/app?startapp=${startapp}`)
    expect(of('https://t.me/wallet/app?mode=1')[0].href).toBe(
      `https://t.me/wallet/app?mode=1&startapp=${startapp}`,
    )
  })

  it('says so when there is no link', () => {
    const run = () => planDeepLinks({ links: { native: null }, action: pair, platform: platforms.desktop })
    expect(run).toThrowErrorMatchingInlineSnapshot(
      `[WalletConnectError: This wallet has no link to open: scan the code with it instead.]`,
    )
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'vbscript:x',
    'intent://scan/#Intent;scheme=zxing;end',
    'INTENT://scan/#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
    'android-app://com.evil/https/evil.example',
    'market://details?id=com.evil',
    'itms-services://?action=download-manifest&url=https://evil.example/a.plist',
    'ms-msdt:/id',
    'ms-officecmd:{}',
    'MS-AppInstaller:?source=https://evil.example',
    'search-ms:query=a&crumb=location:evil.example',
    'ssh://evil.example',
    'smb://evil.example/share',
    'shell:startup',
    'jar:https://evil.example!/',
    'mhtml:https://evil.example',
    'tel:112',
    'googlechromes://evil.example',
    'wallet://\u202eexample',
    'https://river\u200b.example',
    'https://river.example\u2028',
    'https://user:word@example.com',
    'https://@example.com',
    'https:///example.com',
    'https:\\\\example.com',
    'HTTP://example.com',
    'http://localhost.example.com',
    'http://localhost:80@example.com',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'https://user@example.com',
    'https://',
    'https:example.com',
    'https://example.com/"onclick="x',
    'https://example.com\\@evil.example',
    '//example.com',
    '/wc',
    '',
    `app://${'x'.repeat(3000)}`,
    '{uri}javascript:alert(1)',
  ])('refuses to open %j', (link) => {
    const open = () =>
      planDeepLinks({ links: { native: link || ' ' }, action: pair, platform: platforms.iosSafari })
    expect(open).toThrow(expect.objectContaining({ code: 'DEEP_LINK_UNSAFE' }))
  })

  it('lets a test wallet on this machine be opened', () => {
    expect(checkedLink('http://127.0.0.1:5173/wallet')).toBe('http://127.0.0.1:5173/wallet')
  })
})

describe('public vectors', () => {
  it.each(vectors.cases)('$id', (vector) => {
    if ('link' in vector) {
      const { link = '', requestId = 0, sessionTopic = '' } = vector
      const action = { type: 'request', requestId, sessionTopic } as const
      const [{ href }] = planDeepLinks({
        links: { universal: link },
        action,
        platform: platforms.androidChrome,
      })
      expect(href).toBe(vector.expect)
    } else if (vector.id.startsWith('isExpired')) {
      expect(isExpired(vector.expiry_s ?? 0, vector.now_ms ?? 0)).toBe(vector.expired)
    } else expect(expiryAfter(vector.ttl_s ?? 0, vector.now_ms ?? 0)).toBe(vector.expiry_s)
  })
})

describe('pairingSecondsLeft', () => {
  it.each([
    [240, 230],
    [11, 1],
    [10, 0],
    [0, 0],
    [-5, 0],
  ])('%i seconds before the end', (left, usable) => {
    const now = 1_700_000_000_000
    expect(pairingSecondsLeft(now / 1000 + left, now)).toBe(usable)
  })
})
