import { checkedLink, type LinkTarget } from './deepLink.js'
import type { Platform } from './platform.js'

export interface WalletBrowserLinkOptions {
  /** With `{url}`, `{ref}` or `{hostAndPath}`, as the wallet's maker documents it. */
  readonly template: string
  /** Address of the page to open there. */
  readonly page: string
  readonly platform: Pick<Platform, 'isFramed' | 'host'>
}

/** Characters of an address above which only the site is opened: a link may have 2048 with what stands around it. */
const longest = 600

/**
 * The link that opens this page in the wallet's own browser, where the wallet is a provider of the page: for wallets that
 * cannot pair.
 *
 * @throws WalletConnectError `DEEP_LINK_UNSAFE` when the template is no https or app link
 */
export function walletBrowserLink({ template, page, platform }: WalletBrowserLinkOptions): {
  readonly href: string
  readonly target: LinkTarget
} {
  const { origin, href } = new URL(page)
  const shown = href.length > longest ? `${origin}/` : href
  const parts: Readonly<Record<string, string>> = {
    url: encode(shown),
    ref: encode(origin),
    hostAndPath: shown.slice(shown.indexOf('//') + 2).replaceAll("'", '%27'),
  }
  // The template is looked at before the page stands in it: an address must not make a link of another kind. Braces that
  // mean nothing here become what no link may have.
  checkedLink(template.replaceAll(place, '').replaceAll(/[{}]/g, ' '))
  const link = checkedLink(template.replaceAll(place, (_whole, name: string) => parts[name] ?? ''))
  const isWebLink = /^https?:/i.test(link)
  // Without the app a web link loads as a page: not over this one.
  if (isWebLink || platform.host === 'telegram') return { href: link, target: '_blank' }
  return { href: link, target: platform.isFramed ? '_top' : '_self' }
}

const place = /\{(url|ref|hostAndPath)\}/g

/** Apostrophes stay as they are in `encodeURIComponent` and are refused in links. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')
