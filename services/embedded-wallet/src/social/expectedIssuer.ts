import type { OAuthProvider } from './socialProviders.js'

/** Issuers of providers that publish no metadata for OAuth 2 alone, by the origin of their authorization address. November 2026. */
const issuers: Readonly<Record<string, string>> = {
  'https://github.com': 'https://github.com/login/oauth',
  'https://discord.com': 'https://discord.com',
  'https://www.facebook.com': 'https://www.facebook.com',
}

/**
 * Returns the issuer that an answer of the provider has to name where it names one (RFC 9207): the option, else the one that is known
 * of it. Any provider may begin to name one. Of those that nothing is known of, an answer may name only what leads to the authorization
 * address: its origin, or that and whole first parts of its path. Nobody else answers there.
 *
 * @param named The `iss` of the answer.
 */
export function expectedIssuer(
  { issuer, authorizationEndpoint }: Pick<OAuthProvider, 'issuer' | 'authorizationEndpoint'>,
  named?: string,
): string {
  const { origin, pathname } = new URL(authorizationEndpoint)
  const known = issuer ?? (Object.hasOwn(issuers, origin) ? issuers[origin] : undefined)
  if (known !== undefined) return known
  const leads = named !== undefined && !named.endsWith('/') && `${origin}${pathname}/`.startsWith(`${named}/`)
  return leads && named.startsWith(origin) ? named : origin
}
