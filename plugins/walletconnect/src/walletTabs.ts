import type { ListedWallet } from '@latchkey/kernel/contracts'
import { checkedLink } from './deepLink.js'
import type { Platform } from './platform.js'

/**
 * A way to reach one wallet: in this browser, its app on this phone, this page in its app's own browser, its code, its web
 * page, its desktop app.
 */
export type WalletTab = 'browser' | 'app' | 'inside' | 'code' | 'web' | 'desktop'

/** The ways to offer, the best one first. Links that may not be opened count as none. */
export function walletTabs(
  wallet: ListedWallet | undefined,
  platform: Pick<Platform, 'isMobile' | 'host'>,
  isInstalled = false,
): readonly [WalletTab, ...WalletTab[]] {
  const { native, universal, webapp, desktop, inAppBrowser } = wallet?.links ?? {}
  const isApp = platform.isMobile && (isUsable(native) || isUsable(universal))
  // Not from one wallet's browser into another's.
  const isInside = platform.isMobile && platform.host !== 'wallet' && isUsable(inAppBrowser)
  const main = isApp ? 'app' : isInside ? 'inside' : 'code'
  const others: WalletTab[] = [
    ...(isInside && isApp ? (['inside'] as const) : []),
    ...(isUsable(webapp) ? (['web'] as const) : []),
    ...(!platform.isMobile && isUsable(desktop) ? (['desktop'] as const) : []),
  ]
  return isInstalled ? ['browser', main, ...others] : [main, ...others]
}

function isUsable(link: string | undefined): boolean {
  if (link === undefined) return false
  try {
    checkedLink(link.replaceAll(/\{\w+\}/g, ''))
    return true
  } catch {
    return false
  }
}
