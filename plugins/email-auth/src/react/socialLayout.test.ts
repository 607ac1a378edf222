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

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const droid = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
/** Of apps whose name is all that tells them from a browser, too. */
const plainDroid = droid.replace('; wv', '')
const chrome = 'Version/4.0 Chrome/142.0.7444.102 Mobile Safari/537.36'
const google = ['google']
const both = ['google', 'facebook']

test.each([
  ['Instagram on iOS', `${ios} Mobile/22F76 Instagram 390.0.0.28.85 (iPhone17,1; iOS 18_5)`, google],
  ['Instagram on Android', `${droid} ${chrome} Instagram 390.0.0.28.85 Android (35/15)`, google],
  ['Threads', `${ios} Mobile/22F76 Barcelona 390.0.0.28.85`, google],
  ['Facebook on iOS', `${ios} Mobile/22F76 [FBAN/FBIOS;FBAV/530.0.0.44.70]`, google],
  ['Facebook on Android', `${droid} ${chrome} [FB_IAB/FB4A;FBAV/530.0.0.48.74;]`, google],
  ['Messenger', `${ios} Mobile/22F76 [FBAN/MessengerForiOS;FBAV/530.0.0]`, google],
  ['TikTok on iOS', `${ios} Mobile/22F76 musical_ly_42.1.0 BytedanceWebview/d8a21c6`, google],
  ['TikTok on Android', `${plainDroid} ${chrome} trill_420103 BytedanceWebview/d8a21c6`, both],
  ['LinkedIn on iOS', `${ios} Mobile/22F76 [LinkedInApp]/9.31`, google],
  ['LinkedIn on Android', `${plainDroid} ${chrome} [LinkedInApp]`, both],
  ['Snapchat on iOS', `${ios} Version/18.5 Mobile/15E148 Safari/604.1 Snapchat/13.50.0`, google],
  ['Snapchat on Android', `${plainDroid} ${chrome} Snapchat/13.50.0`, both],
  ['LINE on iOS', `${ios} Mobile/22F76 Safari Line/15.12.0`, google],
  ['LINE on Android', `${plainDroid} ${chrome} Line/15.12.0/IAB`, both],
  ['WeChat', `${ios} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f)`, google],
  ['KakaoTalk', `${plainDroid} ${chrome}; KAKAOTALK 2511000`, both],
  ['NAVER', `${ios} Version/18.5 Mobile/15E148 Safari/604.1 NAVER(inapp; search; 2000; 12.15.1)`, google],
  ['Pinterest', `${ios} Mobile/22F76 [Pinterest/iOS]`, google],
  ['X', `${ios} Version/18.5 Mobile/15E148 Safari/604.1 Twitter for iPhone/11.20`, google],
  ['a wallet', `${droid} ${chrome} MetaMaskMobile`, both],
  ['any app on Android', `${droid} ${chrome}`, both],
  ['any app on iOS', `${ios} Mobile/22F76`, google],
  ['Safari', `${ios} Version/18.5 Mobile/15E148 Safari/604.1`, []],
  ['Chrome on iOS', `${ios} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`, []],
  ['the Google app', `${ios} GSA/391.0.826 Mobile/15E148 Safari/604.1`, []],
  ['Firefox on iOS', `${ios} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, []],
  ['Chrome on Android', `${plainDroid} Chrome/142.0.0.0 Mobile Safari/537.36`, []],
  ['Samsung Internet', `${plainDroid} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, []],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', []],
] as const)('%s hides what refuses to be shown there', (_app, userAgent, hidden) => {
  const view = { navigator: { userAgent } }
  const shown = shownSocials(all, view)
  expect(all.filter((provider) => !shown.includes(provider))).toEqual(hidden)
  expect(losesWindows(view)).toBe(hidden.length > 0)
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
