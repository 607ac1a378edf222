import { expect, test } from 'vitest'
import { type SocialProvider, socialProviders as all } from '../protocol/providers.js'
import { losesWindows } from './losesWindows.js'
import { takesPasskeys } from './takesPasskeys.js'
import { layOutSocials, shownSocials } from './socialLayout.js'

const some = (count: number) => [...all, ...all].slice(0, count) as readonly SocialProvider[]

test.each([
  [0, undefined, 0, false],
  [1, 'google', 0, false],
  [2, undefined, 2, false],
  [3, 'google', 2, false],
  [6, 'google', 5, false],
  [7, 'google', 4, true],
])('%i social logins: first %s, %i marks, more %s', (count, first, icons, more) => {
  const layout = layOutSocials(some(count))
  expect([layout.first, layout.icons.length, layout.more]).toEqual([first, icons, more])
})

test('keeps the host’s order', () => {
  expect(layOutSocials(['apple', 'x', 'google'])).toEqual({
    first: 'apple',
    icons: ['x', 'google'],
    more: false,
  })
})

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
  iosWebView: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  androidWebView:
    'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36; wv)',
  instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Instagram 300',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
} as const
const telegram = { WebApp: { initData: 'query_id=1' } }

test.each([
  ['iphone', ['google']],
  ['mac', ['x']],
  ['android', ['x', 'facebook']],
  ['windows', []],
] as const)('Telegram on %s hides %s, and a browser there nothing', (name, hidden) => {
  const navigator = { userAgent: agents[name] }
  const shown = shownSocials(all, { navigator, Telegram: telegram })
  expect(all.filter((provider) => !shown.includes(provider))).toEqual(hidden)
  expect(shownSocials(all, { navigator })).toEqual(all)
})

test.each([
  ['iphone', false],
  ['mac', false],
  ['android', false],
  ['windows', false],
  ['iosWebView', true],
  ['androidWebView', true],
  ['instagram', true],
] as const)('windows, and passkeys with them, in %s are lost: %s', (name, isLost) => {
  const navigator = { userAgent: agents[name] }
  expect(losesWindows({ navigator })).toBe(isLost)
  expect(takesPasskeys({ navigator, PublicKeyCredential: {} })).toBe(!isLost)
  expect(takesPasskeys({ navigator })).toBe(false)
  expect(losesWindows({ navigator, TelegramWebviewProxy: {} })).toBe(true)
})
