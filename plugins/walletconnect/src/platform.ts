export type OperatingSystem = 'ios' | 'android' | 'windows' | 'macos' | 'linux' | 'other'

/** Facts about the page's surroundings, collected once by the caller so that nothing here reads a global. */
export interface Environment {
  readonly userAgent: string
  /** `navigator.maxTouchPoints`; tells an iPad that calls itself a Mac. */
  readonly maxTouchPoints?: number
  /** Whether the page runs inside a frame. */
  readonly isFramed?: boolean
  /** Whether a Telegram web view hosts the page (`TelegramWebviewProxy` or `Telegram.WebApp` with a start). */
  readonly isTelegram?: boolean
  /** Whether a wallet provider is injected; on a phone that means the page runs in a wallet's browser. */
  readonly hasInjectedProvider?: boolean
}

export interface Platform {
  readonly os: OperatingSystem
  readonly isMobile: boolean
  /** `browser`: a browser of its own. `telegram`, `wallet`: inside that app. `inApp`: another app's web view. */
  readonly host: 'browser' | 'telegram' | 'wallet' | 'inApp'
  readonly isSafari: boolean
  readonly isFramed: boolean
}

/** Web views name themselves: Meta's apps, Instagram, Line, X, TikTok, Snapchat, WeChat, Android System WebView. */
const webView =
  /FBAN|FBAV|Instagram|\bLine\/|Twitter|musical_ly|BytedanceWebview|Snapchat|MicroMessenger|LinkedInApp|; wv\)/

/** Wallets whose browsers name themselves. */
const walletBrowser = /MetaMaskMobile|Trust\/|CoinbaseWallet|\bOKApp\b|TokenPocket|imToken|BitKeep|Rainbow\//

/** Works out where the page runs. */
export function detectPlatform(environment: Environment): Platform {
  const { userAgent, maxTouchPoints = 0, isFramed = false } = environment
  const os = operatingSystem(userAgent, maxTouchPoints)
  const isMobile = os === 'ios' || os === 'android'
  const isSafari =
    /Safari\//.test(userAgent) && !/Chrom|CriOS|FxiOS|EdgiOS|Edg\/|OPR\/|OPiOS|Android/.test(userAgent)
  return { os, isMobile, host: hostOf(environment, os), isSafari, isFramed }
}

function operatingSystem(userAgent: string, maxTouchPoints: number): OperatingSystem {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Macintosh|Mac OS X/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos'
  if (/Windows/.test(userAgent)) return 'windows'
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'other'
}

function hostOf(environment: Environment, os: OperatingSystem): Platform['host'] {
  const { userAgent, isTelegram, hasInjectedProvider } = environment
  const isMobile = os === 'ios' || os === 'android'
  if (isTelegram) return 'telegram'
  if (walletBrowser.test(userAgent) || (isMobile && hasInjectedProvider)) return 'wallet'
  const bareWebKit = os === 'ios' && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent)
  return bareWebKit || webView.test(userAgent) ? 'inApp' : 'browser'
}

/** The part of `window` that `environmentOf` looks at. */
export interface WindowLike {
  readonly navigator: { readonly userAgent: string; readonly maxTouchPoints?: number }
  readonly self?: unknown
  readonly top?: unknown
  readonly TelegramWebviewProxy?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  readonly ethereum?: unknown
}

export function environmentOf(view: WindowLike): Environment {
  return {
    userAgent: view.navigator.userAgent,
    maxTouchPoints: view.navigator.maxTouchPoints ?? 0,
    isFramed: view.self !== view.top,
    isTelegram: Boolean(view.TelegramWebviewProxy ?? view.Telegram?.WebApp?.initData),
    hasInjectedProvider: Boolean(view.ethereum),
  }
}
