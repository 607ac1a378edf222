import { token } from '../keys/token.js'

/** What wallets and pairing requests show of the app. Defaults are read from the page. */
export interface AppMetadata {
  readonly name: string
  readonly description: string
  /** Origin of the page. */
  readonly url: string
  readonly icons: readonly string[]
}

/** What wallets are told about the app. Read when asked, because the page may change its title. */
export const App = token<{ metadata(): AppMetadata }>('latchkey.app')

/** The host's own facts first, then the page's title, description, origin and icon. */
export function readAppMetadata(given: Partial<AppMetadata> = {}): AppMetadata {
  const page = typeof document === 'undefined' ? undefined : document
  const content = (selector: string) => page?.querySelector<HTMLMetaElement>(selector)?.content
  const icon = page?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: given.name ?? (page?.title || 'This app'),
    description:
      given.description ??
      content('meta[property="og:description"]') ??
      content('meta[name="description"]') ??
      '',
    url: given.url ?? (typeof location === 'undefined' ? '' : location.origin),
    icons: given.icons ?? (icon ? [icon] : []),
  }
}
