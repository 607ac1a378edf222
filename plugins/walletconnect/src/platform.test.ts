import { describe, expect, it } from 'vitest'
import type { Environment } from './platform.js'
import { detectPlatform, environmentOf } from './platform.js'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const androidHead = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const safari = 'Version/18.1 Mobile/15E148 Safari/604.1'

const table: readonly [name: string, environment: Environment, summary: string][] = [
  ['iOS Safari', { userAgent: `${iphone} ${safari}` }, 'ios mobile browser safari'],
  ['iOS Chrome', { userAgent: `${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1` }, 'ios mobile browser'],
  [
    'iPad as a Mac',
    { userAgent: `${mac} Version/18.1 Safari/605.1.15`, maxTouchPoints: 5 },
    'ios mobile browser safari',
  ],
  [
    'Mac Safari',
    { userAgent: `${mac} Version/18.1 Safari/605.1.15`, maxTouchPoints: 0 },
    'macos browser safari',
  ],
  [
    'Android Chrome',
    { userAgent: `${androidHead}) ${chrome} Mobile Safari/537.36` },
    'android mobile browser',
  ],
  [
    'Android WebView',
    { userAgent: `${androidHead}; wv) ${chrome} Mobile Safari/537.36` },
    'android mobile inApp',
  ],
  ['iOS web view', { userAgent: `${iphone} Mobile/15E148` }, 'ios mobile inApp'],
  ['Instagram on iOS', { userAgent: `${iphone} Mobile/15E148 Instagram 350.0` }, 'ios mobile inApp'],
  [
    'Facebook on Android',
    { userAgent: `${androidHead}) ${chrome} Mobile Safari/537.36 [FBAN/FB4A]` },
    'android mobile inApp',
  ],
  ['Telegram on iOS', { userAgent: `${iphone} Mobile/15E148`, isTelegram: true }, 'ios mobile telegram'],
  [
    'Telegram on Android',
    { userAgent: `${androidHead}; wv) ${chrome}`, isTelegram: true },
    'android mobile telegram',
  ],
  ['MetaMask browser', { userAgent: `${iphone} WebView MetaMaskMobile` }, 'ios mobile wallet'],
  [
    'an unnamed wallet browser',
    { userAgent: `${androidHead}; wv) ${chrome}`, hasInjectedProvider: true },
    'android mobile wallet',
  ],
  [
    'desktop with an extension',
    { userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, hasInjectedProvider: true },
    'linux browser',
  ],
  [
    'Telegram on Windows',
    { userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, isTelegram: true },
    'windows telegram',
  ],
  [
    'Telegram in a browser, which frames its apps',
    { userAgent: `${androidHead}) ${chrome} Mobile Safari/537.36`, isTelegram: true, isFramed: true },
    'android mobile telegram framed',
  ],
  [
    'Windows Chrome in a frame',
    { userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, isFramed: true },
    'windows browser framed',
  ],
  ['nothing known', { userAgent: '' }, 'other browser'],
]

describe('detectPlatform', () => {
  it.each(table)('%s', (_name, environment, summary) => {
    const { os, isMobile, host, isSafari, isFramed } = detectPlatform(environment)
    const words = [os, isMobile && 'mobile', host, isSafari && 'safari', isFramed && 'framed']
    expect(words.filter(Boolean).join(' ')).toBe(summary)
  })
})

describe('environmentOf', () => {
  const navigator = { userAgent: 'test', maxTouchPoints: 5 }

  it('reads the window it is given and nothing else', () => {
    const top = {}
    expect(environmentOf({ navigator, self: top, top })).toEqual({
      userAgent: 'test',
      maxTouchPoints: 5,
      isFramed: false,
      isTelegram: false,
      hasInjectedProvider: false,
    })
  })

  it('sees the frame of another origin, of which nothing may be read', () => {
    const top = new Proxy(
      {},
      {
        get() {
          throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
        },
      },
    )
    expect(environmentOf({ navigator, self: {}, top }).isFramed).toBe(true)
  })

  it('sees a frame, Telegram and an injected provider', () => {
    const view = { navigator, self: {}, top: {}, TelegramWebviewProxy: {}, ethereum: {} }
    expect(environmentOf(view)).toMatchObject({ isFramed: true, isTelegram: true, hasInjectedProvider: true })
    expect(environmentOf({ navigator, Telegram: { WebApp: { initData: '' } } }).isTelegram).toBe(false)
    expect(environmentOf({ navigator, Telegram: { WebApp: { initData: 'x' } } }).isTelegram).toBe(true)
  })
})
