import type { SocialProvider } from '../protocol/providers.js'
import { isTelegram, type Surroundings } from './losesWindows.js'

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

/** Inside Telegram, some providers refuse to be shown on some systems. Reference facts 1.4. */
export function shownSocials(
  socials: readonly SocialProvider[],
  view: Surroundings,
): readonly SocialProvider[] {
  if (!isTelegram(view)) return socials
  const { userAgent, maxTouchPoints = 0 } = view.navigator
  const isMac = /Macintosh/.test(userAgent)
  const hidden: readonly SocialProvider[] =
    /iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)
      ? ['google']
      : /Android/.test(userAgent)
        ? ['facebook', 'x']
        : isMac
          ? ['x']
          : []
  return socials.filter((name) => !hidden.includes(name))
}
