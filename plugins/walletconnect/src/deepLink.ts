import { WalletConnectError } from './errors.js'
import type { Platform } from './platform.js'

/** The links of one wallet as the wallet directory knows them; bases, or whole templates with `{uri}`. */
export interface WalletLinks {
  /** An app scheme such as `rainbow://` or `bybitapp://open/route?targetUrl=…`. */
  readonly native?: string | null
  /** An https base such as `https://rnbwapp.com`. */
  readonly universal?: string | null
}

/** What the opened wallet is to do. */
export type DeepLinkAction =
  | { readonly type: 'pair'; readonly uri: string }
  | { readonly type: 'request'; readonly requestId: number | string; readonly sessionTopic: string }

export type LinkTarget = '_self' | '_top' | '_blank'

export interface DeepLink {
  readonly href: string
  readonly kind: 'native' | 'universal'
  readonly target: LinkTarget
}

export interface DeepLinkOptions {
  readonly links: WalletLinks
  readonly action: DeepLinkAction
  readonly platform: Platform
  /** Which kind to try first where both may work. Default `native`. */
  readonly prefer?: 'native' | 'universal' | undefined
}

/**
 * Schemes that a browser runs or reads itself, or for which a system installs, searches, mounts, calls or opens a shell;
 * none of them opens a wallet.
 */
const refusedSchemes = new Set(
  (
    'javascript data file blob vbscript about filesystem view-source intent content chrome resource res jar mhtml ' +
    'ws wss ftp mailto tel sms facetime facetime-audio sip callto skype feed webcal magnet ' +
    'ssh telnet smb afp nfs vnc rdp ldap ldaps shell search search-ms help steam vscode vscode-insiders ' +
    'itms-services android-app android-resource market googlechrome googlechromes x-safari-http x-safari-https ' +
    'prefs app-settings shortcuts'
  ).split(' '),
)

/** Handlers of Windows itself, some of which were ways into the machine: `ms-msdt:`, `ms-officecmd:`. */
const isSystemScheme = (scheme: string) => /^ms-/.test(scheme) || refusedSchemes.has(scheme)

/**
 * The links to try, in order: the second when the page is still visible a moment after the first.
 *
 * @throws WalletConnectError `DEEP_LINK_MISSING` when the wallet has none, `DEEP_LINK_UNSAFE` when one is
 *   not an https or app link
 */
export function planDeepLinks(options: DeepLinkOptions): readonly [DeepLink, ...DeepLink[]] {
  const { links, action, platform, prefer = 'native' } = options
  const base = { native: links.native, universal: links.universal } as const
  const kinds = orderOf(platform, prefer)
  const [first, ...rest] = kinds.flatMap((kind) => {
    const link = base[kind]
    return link
      ? [{ href: hrefOf(link, action, platform), kind, target: targetOf(link, action, platform) }]
      : []
  })
  if (first) return [first, ...rest]
  throw new WalletConnectError(
    'DEEP_LINK_MISSING',
    'This wallet has no link to open: scan the code with it instead.',
  )
}

/**
 * Checks a link from a list or a session and completes a bare scheme (`rainbow:` becomes `rainbow://`).
 *
 * @throws WalletConnectError `DEEP_LINK_UNSAFE`
 */
export function checkedLink(link: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*)(?::|$)/i.exec(link)?.[1]?.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them, so "java\nscript:" is script
  const hidden = /[\u0000-\u0020\u007f\\<>"'`]|\p{Cf}|\p{Z}/u.test(link)
  if (!scheme || hidden || link.length > 2048 || isSystemScheme(scheme)) throw unsafe()
  if (scheme === 'http' && !isLoopback(link)) throw unsafe()
  if (scheme === 'https' && !/^https:\/\/[^/?#@]+([/?#]|$)/i.test(link)) throw unsafe()
  return /^[a-z][a-z0-9+.-]*:?$/i.test(link) ? `${scheme}://` : link
}

function orderOf({ host }: Platform, prefer: 'native' | 'universal'): readonly ('native' | 'universal')[] {
  // Telegram hands only https links to the system; its web view drops unknown schemes.
  if (host === 'telegram' || prefer === 'universal') return ['universal', 'native']
  return ['native', 'universal']
}

function hrefOf(link: string, action: DeepLinkAction, platform: Platform): string {
  const checked = checkedLink(link.replace('{uri}', ''))
  if (action.type === 'request') return requestHref(checked, action)
  const once = encodeURIComponent(action.uri)
  // Telegram on Android decodes a link once before it hands it on.
  const encoded = platform.host === 'telegram' && platform.os === 'android' ? encodeURIComponent(once) : once
  return link.includes('{uri}') ? link.replace('{uri}', encoded) : join(checked, `wc?uri=${encoded}`)
}

function requestHref(link: string, action: Extract<DeepLinkAction, { type: 'request' }>): string {
  const query = `requestId=${encodeURIComponent(action.requestId)}&sessionTopic=${encodeURIComponent(action.sessionTopic)}`
  const base = link.replace(/wc\?uri=$/, '')
  if (!isTelegramLink(base)) return join(base, `wc?${query}`)
  // A Telegram app takes one start parameter: base64 without padding.
  const parameter = `startapp=${btoa(query).replace(/=+$/, '')}`
  return `${base.replace(/\/$/, '')}${base.includes('?') ? '&' : '?'}${parameter}`
}

/** Bases may carry a path or a query, so they are appended to and never parsed. */
function join(base: string, rest: string): string {
  return base.endsWith('/') ? `${base}${rest}` : `${base}/${rest}`
}

function targetOf(link: string, action: DeepLinkAction, platform: Platform): LinkTarget {
  const isWebLink = /^https?:/i.test(link)
  // Inside Telegram an https link in the same view would replace the app.
  if (platform.host === 'telegram' && isWebLink) return '_blank'
  if (!platform.isMobile) return '_blank'
  // After an await there is no tap left, so an https link may load as a page: not over the app.
  if (action.type === 'request' && isWebLink && !platform.isFramed) return '_blank'
  return platform.isFramed ? '_top' : '_self'
}

function isTelegramLink(link: string): boolean {
  return /^https:\/\/t\.me(\/|$)/i.test(link)
}

function isLoopback(link: string): boolean {
  return /^http:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?([/?#]|$)/i.test(link)
}

function unsafe(): WalletConnectError {
  return new WalletConnectError(
    'DEEP_LINK_UNSAFE',
    'This wallet link cannot be opened: only https and app links are allowed.',
  )
}
