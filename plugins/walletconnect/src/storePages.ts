import type { ListedWallet } from '@latchkey/kernel/contracts'
import { checkedLink } from './deepLink.js'
import type { OperatingSystem } from './platform.js'

/** A page where a wallet can be had. */
export interface StorePage {
  readonly kind: 'chrome' | 'firefox' | 'ios' | 'android' | 'website'
  readonly href: string
}

/** Where the wallet can be had on this system: its store on a phone, every store on a computer, else its site. */
export function storePages(wallet: ListedWallet, os: OperatingSystem): readonly StorePage[] {
  const { stores = {}, chromeStoreId = '', homepage } = wallet
  const chrome = /^[a-p]{32}$/.test(chromeStoreId)
    ? `https://chromewebstore.google.com/detail/${chromeStoreId}`
    : stores.chrome
  const known: readonly (readonly [StorePage['kind'], string | undefined])[] = [
    ['chrome', chrome],
    ['firefox', stores.firefox],
    ['ios', stores.ios],
    ['android', stores.android],
    ['website', homepage],
  ]
  const pages = known.flatMap(([kind, href]) => (isPage(href) ? [{ kind, href }] : []))
  if (os !== 'ios' && os !== 'android') return pages
  const own = pages.filter(({ kind }) => kind === os)
  return own.length > 0 ? own : pages.filter(({ kind }) => kind === 'website')
}

function isPage(href: string | undefined): href is string {
  if (href === undefined || !href.startsWith('https://') || !URL.canParse(href)) return false
  try {
    return checkedLink(href) === href
  } catch {
    return false
  }
}
