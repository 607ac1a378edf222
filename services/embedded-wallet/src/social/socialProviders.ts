import { readJson } from '@latchkey/service-kit'
import type { RedirectProvider } from '@latchkey/plugin-email-auth/protocol'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { personName } from '../login/personName.js'
import { hashToken, randomToken } from '../secrets.js'
import { clockTolerance } from '../login/clockTolerance.js'
import { takeFrom } from '../rates/limits.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import { type SignedIn, signIn } from '../sessions/signIn.js'
import { expectedIssuer } from './expectedIssuer.js'
import { type ProviderFault, providerUnavailable, readTokenFault, readUserFault } from './providerFault.js'

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** How the secret is sent: in the body, or in the header as X expects. @default 'post' */
  readonly clientAuth?: 'post' | 'basic'
  /** `form_post` for providers that send people back with a form, as Apple does where a name or an address is asked for. */
  readonly responseMode?: 'form_post'
}

/** A provider that speaks OpenID Connect. */
export interface OpenIdProvider extends Credentials {
  readonly kind: 'openid'
  /** Its metadata is read from `/.well-known/openid-configuration` below this. */
  readonly issuer: string
  /** @default 'openid email profile' */
  readonly scope?: string
}

/** A provider that speaks OAuth 2 only: who a person is, it answers at an address of its own. */
export interface OAuthProvider extends Credentials {
  readonly kind: 'oauth'
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userEndpoint: string
  readonly scope: string
  /**
   * The issuer that the provider names in its answers (RFC 9207), exactly. Default: the one that is known of GitHub, Discord and Facebook;
   * of others, what leads to the authorization address.
   */
  readonly issuer?: string
  /** Where in the answer the lasting id and the name are, with dots between members. */
  readonly subjectField: string
  readonly nameField: string
}

export type SocialProviderOptions = OpenIdProvider | OAuthProvider
export type SocialProviders = Readonly<Partial<Record<RedirectProvider, SocialProviderOptions>>>

const loginLifetime = 15 * 60_000
const callbackPath = '/social-callback'
/** RFC 6749 section 4.1.2.1, and Apple's word for the same. */
const refusals: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/** Starts a login at a provider: PKCE, state and nonce are kept here, and the state is bound to the browser's secret. */
export async function startSocialLogin(
  service: Service,
  caller: Caller,
  { provider, returnTo }: { readonly provider: RedirectProvider; readonly returnTo?: string | undefined },
): Promise<{ login: string; uri: string }> {
  const options = requireProvider(service, provider)
  if (returnTo !== undefined && new URL(returnTo).origin !== caller.origin) {
    throw new ServiceError(400, 'invalid_request', "returnTo: pass a page of the app's own origin.")
  }
  await takeFrom(service.rates, service.limits, 'startsPerIp', caller.ip)
  const config = await configure(options)
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce, secret] = [client.randomState(), client.randomNonce(), randomToken()]
  await service.database.writes
    .insertInto('social_login')
    .values({
      state_hash: hashToken(state),
      secret_hash: hashToken(secret),
      provider,
      verifier,
      nonce,
      origin: caller.origin,
      expires_at: service.clock.now() + loginLifetime,
      return_to: returnTo ?? null,
    })
    .execute()
  const uri = client.buildAuthorizationUrl(config, {
    redirect_uri: `${service.publicOrigin}${callbackPath}`,
    scope: options.scope ?? 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(options.kind === 'openid' ? { nonce } : {}),
    ...(options.responseMode ? { response_mode: options.responseMode } : {}),
  })
  return { login: secret, uri: uri.href }
}

/** The app that a login at a provider was started for, and its page: where the result goes. */
export async function readSocialOrigin(
  { database, clock }: Service,
  state: string,
): Promise<{ readonly origin: string; readonly returnTo: string | null } | undefined> {
  return database.reads
    .selectFrom('social_login')
    .select(['origin', 'return_to as returnTo'])
    .where('state_hash', '=', hashToken(state))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
}

/**
 * Takes the address that the provider sent the person back to. It is taken once, from the browser that started, for the
 * app that it started for.
 *
 * @throws ServiceError login_failed, user_rejected when the person refused at the provider, provider_unavailable when only the host can
 *   mend why the provider doesn't serve, service_unavailable
 */
export async function finishSocialLogin(
  service: Service,
  caller: Caller,
  { secret, uri }: { readonly secret: string; readonly uri: string },
): Promise<SignedIn> {
  const url = new URL(uri)
  const state = url.searchParams.get('state') ?? ''
  if (url.origin !== service.publicOrigin || url.pathname !== callbackPath) throw failed()
  const started = await service.database.writes
    .deleteFrom('social_login')
    .where('state_hash', '=', hashToken(state))
    .where('secret_hash', '=', hashToken(secret))
    .where('origin', '=', caller.origin)
    .where('expires_at', '>', service.clock.now())
    .returningAll()
    .executeTakeFirst()
  if (!started) throw failed()
  if (refusals.has(url.searchParams.get('error') ?? '')) {
    throw new ServiceError(401, 'user_rejected', 'The login was cancelled at the provider. Try again.')
  }
  const provider = started.provider as RedirectProvider
  const options = requireProvider(service, provider)
  const proven = await redeem(options, url, started).catch((cause) => {
    if (cause instanceof NotServed) throw tellHost(service, provider, cause)
    throw failed(cause)
  })
  return signIn(service, caller, { provider, ...proven, deviceId: null })
}

/** The provider doesn't serve, although the person did their part. */
class NotServed extends Error {
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, cause?: unknown) {
    super(fault.reason, { cause })
    this.fault = fault
  }
}

/** Only the host can mend an account without credit or a secret that has expired, and hears of it nowhere else. */
function tellHost(
  { onFault }: Service,
  provider: RedirectProvider,
  { fault, cause }: NotServed,
): ServiceError {
  const told = new Error(
    `Nobody can sign in with ${provider}: ${fault.reason}. Check your account there, and its client in LATCHKEY_SOCIAL.`,
    { cause },
  )
  if (fault.isSetup) onFault(told)
  return providerUnavailable(fault, told)
}

type Started = { readonly verifier: string; readonly nonce: string }
type Proven = { readonly subject: string; readonly name: string | null }

const redeem = (options: SocialProviderOptions, url: URL, started: Started) =>
  options.kind === 'openid' ? redeemOpenId(options, url, started) : redeemOAuth(options, url, started)

async function redeemOpenId(
  options: OpenIdProvider,
  url: URL,
  { verifier, nonce }: Started,
): Promise<Proven> {
  const tokens = await askForTokens(await configure(options), url, verifier, {
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider gave no id token.')
  // The library compares every time but this one, and with this clock.
  if (claims.iat > Date.now() / 1000 + clockTolerance) {
    throw new Error('The provider issued the id token in the future. Check the time settings.')
  }
  // Not the email address: another provider may say the same one, and addresses change hands.
  return {
    subject: `${claims.iss} ${claims.sub}`,
    name: personName(claims['name'] ?? claims['preferred_username'] ?? claims['email']),
  }
}

async function redeemOAuth(options: OAuthProvider, url: URL, { verifier }: Started): Promise<Proven> {
  const config = await configure(options, url.searchParams.get('iss') ?? undefined)
  const tokens = await askForTokens(config, url, verifier)
  const response = await client
    .fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(options.userEndpoint),
      'GET',
      null,
      new Headers({ accept: 'application/json', 'user-agent': 'latchkey-embedded-wallet' }),
    )
    .catch((cause) => {
      throw cause instanceof client.WWWAuthenticateChallengeError ? notServedBy(cause.response) : cause
    })
  const unserved = notServedBy(response)
  if (unserved) throw unserved
  const answer = readJson(await response.text())
  const id = String(z.parse(lastingId, fieldOf(answer, options.subjectField)))
  if (id === '' || id.length > 255) throw new Error('The provider did not say who it is.')
  return { subject: id, name: personName(fieldOf(answer, options.nameField)) }
}

/** The state was compared when the login was looked up by it. */
async function askForTokens(
  config: client.Configuration,
  url: URL,
  pkceCodeVerifier: string,
  checks: client.AuthorizationCodeGrantChecks = {},
): ReturnType<typeof client.authorizationCodeGrant> {
  const expectedState = url.searchParams.get('state') ?? ''
  try {
    return await client.authorizationCodeGrant(config, url, { ...checks, pkceCodeVerifier, expectedState })
  } catch (cause) {
    const fault = readTokenFault(cause)
    throw fault ? new NotServed(fault, cause) : cause
  }
}

function notServedBy(response: Response): NotServed | undefined {
  const fault = readUserFault(response)
  return fault && new NotServed(fault)
}

/** Text, or a number that is exactly what the provider wrote: `readJson` gives larger ones as text. */
const lastingId = z.union([z.string(), z.number().check(z.int())])

function fieldOf(answer: unknown, path: string): unknown {
  let value = answer
  for (const name of path.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  }
  return value
}

/** @param named The issuer that an answer names. */
async function configure(options: SocialProviderOptions, named?: string): Promise<client.Configuration> {
  const { clientId, clientSecret } = options
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: clockTolerance }
  const authentication =
    options.clientAuth === 'basic'
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret)
  if (options.kind === 'oauth') {
    const server: client.ServerMetadata = {
      issuer: expectedIssuer(options, named),
      authorization_endpoint: options.authorizationEndpoint,
      token_endpoint: options.tokenEndpoint,
    }
    const config = new client.Configuration(server, clientId, metadata, authentication)
    if (isLocal(options.tokenEndpoint)) client.allowInsecureRequests(config)
    return config
  }
  const issuer = new URL(options.issuer)
  try {
    return await client.discovery(issuer, clientId, metadata, authentication, {
      timeout: 10,
      ...(isLocal(options.issuer) ? { execute: [client.allowInsecureRequests] } : {}),
    })
  } catch (cause) {
    throw new ServiceError(
      503,
      'service_unavailable',
      "The provider can't be reached. Try again, or sign in another way.",
      {
        cause,
      },
    )
  }
}

/** Without TLS on this machine only. */
function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function requireProvider({ social }: Service, provider: RedirectProvider): SocialProviderOptions {
  const options = Object.hasOwn(social, provider) ? social[provider] : undefined
  if (!options)
    throw new ServiceError(404, 'not_available', 'This way to sign in is not set up. Choose another one.')
  return options
}

const failed = (cause?: unknown) =>
  cause instanceof ServiceError
    ? cause
    : new ServiceError(401, 'login_failed', "The provider didn't confirm the login. Try again.", { cause })
