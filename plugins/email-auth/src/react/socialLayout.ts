import type { SocialProvider } from '../protocol/providers.js'
import { isTelegram, isWebView, type Surroundings } from './losesWindows.js'

export interface SocialLayout {
  /** Has a button with its name, over the whole width. */
  readonly first: SocialProvider | undefined
  /** Have buttons with their marks, beside each other. */
  readonly icons: readonly SocialProvider[]
  /** Whether a last button leads to all of them. */
  readonly more: boolean
}

/** Reference facts 1.4: two are two marks; of more, the first has its name; of more than six, four marks are shown. */
export function layOutSocials(socials: readonly SocialProvider[]): SocialLayout {
  if (socials.length === 2) return { first: undefined, icons: socials, more: false }
  const [first, ...rest] = socials
  const more = socials.length > 6
  return { first, icons: more ? rest.slice(0, 4) : rest, more }
}

/** The social logins that work here: a provider that refuses to be shown inside an app would be a dead end. */
export function shownSocials(
  socials: readonly SocialProvider[],
  view: Surroundings,
): readonly SocialProvider[] {
  const hidden = [...hiddenInApps(view), ...hiddenInTelegram(view)]
  return socials.filter((name) => !hidden.includes(name))
}

/** Meta's own apps show Facebook's login. */
const metaApps = /FBAN|FBAV|FB_IAB|Instagram|Barcelona/

/**
 * Google shows its login in no app's web view, `disallowed_useragent`, and Facebook in none of Android's but its own. November 2026.
 */
function hiddenInApps(view: Surroundings): readonly SocialProvider[] {
  if (!isWebView(view)) return []
  const { userAgent } = view.navigator
  return /Android/.test(userAgent) && !metaApps.test(userAgent) ? ['google', 'facebook'] : ['google']
}

/** Inside Telegram, some providers refuse to be shown on some systems. Reference facts 1.4. */
function hiddenInTelegram(view: Surroundings): readonly SocialProvider[] {
  if (!isTelegram(view)) return []
  const { userAgent, maxTouchPoints = 0 } = view.navigator
  const isMac = /Macintosh/.test(userAgent)
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return ['google']
  if (/Android/.test(userAgent)) return ['facebook', 'x']
  return isMac ? ['x'] : []
}
