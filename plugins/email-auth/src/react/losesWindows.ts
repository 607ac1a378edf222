/** The part of `window` that is looked at. */
export interface Surroundings {
  readonly navigator: { readonly userAgent: string; readonly maxTouchPoints?: number }
  readonly TelegramWebviewProxy?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
}

/** Whether the page runs inside Telegram. */
export const isTelegram = (view: Surroundings) =>
  !!(view.TelegramWebviewProxy ?? view.Telegram?.WebApp?.initData)

/** Apps' web views, which name themselves, and iOS's, which lack the name of the browser. */
const webView =
  /FBAN|FBAV|FB_IAB|Instagram|Barcelona|\bLine\/|Twitter|musical_ly|TikTok|\btrill_|Bytedance|Snapchat|MicroMessenger|KAKAOTALK|NAVER\(inapp|Pinterest\/|LinkedInApp|; wv\)|MetaMaskMobile|Trust\/|CoinbaseWallet|\bOKApp\b|TokenPocket|imToken|BitKeep|Rainbow\//
const bareWebKit = /^(?=.*(?:iPhone|iPad|iPod))(?=.*AppleWebKit)(?!.*Safari\/)/

/** Whether the page runs inside an app that is no browser, other than Telegram. */
export const isWebView = ({ navigator: { userAgent } }: Surroundings): boolean =>
  webView.test(userAgent) || bareWebKit.test(userAgent)

/** Whether windows that a page opens are lost here, so that the whole page has to leave. */
export const losesWindows = (view: Surroundings): boolean => isTelegram(view) || isWebView(view)
