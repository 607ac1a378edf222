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
  /FBAN|FBAV|Instagram|\bLine\/|Twitter|musical_ly|BytedanceWebview|Snapchat|MicroMessenger|LinkedInApp|; wv\)|MetaMaskMobile|Trust\/|CoinbaseWallet|\bOKApp\b|TokenPocket|imToken|BitKeep|Rainbow\//
const bareWebKit = /^(?=.*(?:iPhone|iPad|iPod))(?=.*AppleWebKit)(?!.*Safari\/)/

/** Whether windows that a page opens are lost here, so that the whole page has to leave. */
export const losesWindows = (view: Surroundings): boolean =>
  isTelegram(view) || webView.test(view.navigator.userAgent) || bareWebKit.test(view.navigator.userAgent)
