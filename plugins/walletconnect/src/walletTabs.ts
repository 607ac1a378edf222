import type { ListedWallet } from '@latchkey/kernel/plugin'
import { checkedLink } from './deepLink.js'
import type { Platform } from './platform.js'

/** A way to reach one wallet: in this browser, its app on this phone, its code, its web page, its desktop app. */
export type WalletTab = 'browser' | 'app' | 'code' | 'web' | 'desktop'

/** The ways to offer, the best one first. Links that may not be opened count as none. */
export function walletTabs(
  wallet: ListedWallet | undefined,
  platform: Pick<Platform, 'isMobile'>,
  isInstalled = false,
): readonly [WalletTab, ...WalletTab[]] {
  const { native, universal, webapp, desktop } = wallet?.links ?? {}
  const main = platform.isMobile && (isUsable(native) || isUsable(universal)) ? 'app' : 'code'
  const others: WalletTab[] = [
    ...(isUsable(webapp) ? (['web'] as const) : []),
    ...(!platform.isMobile && isUsable(desktop) ? (['desktop'] as const) : []),
  ]
  return isInstalled ? ['browser', main, ...others] : [main, ...others]
}

function isUsable(link: string | undefined): boolean {
  if (link === undefined) return false
  try {
    checkedLink(link.replace('{uri}', ''))
    return true
  } catch {
    return false
  }
}
