import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { defaultAncestors, parseOrigin, parseOriginPattern } from '@latchkey/plugin-email-auth/protocol'
import { checkMetricsToken, close, listen, openDatabase, ServiceSetupError } from '@latchkey/service-kit'
import { forgetOld } from './database/forgetOld.js'
import { migrations } from './database/migrations.js'
import type { Schema } from './database/schema.js'
import { openFileKeys } from './envelope/fileKeys.js'
import type { KeyManagement } from './envelope/keyManagement.js'
import { createApp } from './http/createApp.js'
import type { FarcasterOptions } from './login/farcaster/farcasterOptions.js'
import type { HostTokenOptions } from './login/hostToken.js'
import { createSmtpMailer, type SmtpOptions } from './mail/mailer.js'
import { createMetrics } from './metrics.js'
import { createDatabaseRates } from './rates/databaseRates.js'
import { type Bundlers, readBundlerOptions } from './readBundlerOptions.js'
import { defaultLimits, type Limits } from './rates/limits.js'
import { openRedisRates } from './rates/redisRates.js'
import type { Service } from './service.js'
import { type ServiceClock, systemClock } from './serviceClock.js'
import { type Catalogue, readLanguages } from './words/languages.js'
import type { SocialProviders } from './social/socialProviders.js'

export interface EmbeddedWalletOptions {
  /** The origin that people's browsers reach the service at. TLS ends before the service. Default its own address. */
  readonly publicOrigin?: string
  /** Path of a file for the embedded database, or a `postgres://` connection string. */
  readonly database: string
  /** Path of the key file, or another place where keys are kept. */
  readonly keys: string | KeyManagement
  readonly smtp: SmtpOptions
  /**
   * Patterns of the origins whose pages may use the wallet, such as `https://app.example.com` or `https://*.example.com`.
   *
   * @default local pages and hosts of previews, for trying out: name your own in production
   */
  readonly allowedOrigins?: readonly string[]
  /** Address of a Redis server that counts rates. Default the database counts. */
  readonly redis?: string
  readonly social?: SocialProviders
  readonly hostTokens?: HostTokenOptions
  /** Sign In With Farcaster. @default not offered */
  readonly farcaster?: FarcasterOptions
  /**
   * Addresses of bundlers (ERC-4337) by CAIP-2 id, such as `{ 'eip155:8453': ['https://bundler.example.com'] }`. On these
   * networks people have a smart account, which comes first. Several are asked in their order; browsers reach them, so
   * that their addresses are public.
   *
   * @default {}, where everyone has only the account of their key
   */
  readonly bundlers?: Bundlers
  /**
   * Translations of what the frame, the service's pages and its mails say, by language tag (BCP 47) and English sentence:
   * `{ de: { 'Asked by': 'Anfrage von' } }`. What is missing stays English. `latchkey-embedded-wallet sentences` prints the
   * sentences.
   *
   * @default {}
   */
  readonly languages?: Readonly<Record<string, Catalogue>>
  readonly limits?: Partial<Limits>
  /** @default 0: a free one */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
  /** How many proxies stand before the service and add to `x-forwarded-for`. @default 0 */
  readonly proxies?: number
  /** Whoever sends it as a bearer token (RFC 6750) reads `/metrics`. At least 16 characters. @default none: nobody does */
  readonly metricsToken?: string
  readonly clock?: ServiceClock
  /** Told of faults that a caller only learns of as an error that occurred. Default writes them to the error stream. */
  readonly onFault?: (error: unknown) => void
}

export interface EmbeddedWalletService {
  /** The public origin. */
  readonly url: string
  /** Where it listens, for example http://127.0.0.1:8787. */
  readonly address: string
  /** Ends the service. May be called any number of times. */
  stop(): Promise<void>
}

const hour = 60 * 60_000

/**
 * Starts the service behind email and social login.
 *
 * @throws ServiceSetupError INVALID_OPTION, DATABASE_UNAVAILABLE, KEY_UNAVAILABLE, PORT_IN_USE
 */
export async function startEmbeddedWallet(options: EmbeddedWalletOptions): Promise<EmbeddedWalletService> {
  checkOptions(options)
  const started: (() => Promise<unknown> | unknown)[] = []
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    // The port is a part of the origin, so it's listened on before anything else is there.
    let answer: RequestListener = sayStarting
    const server = createServer((request, response) => answer(request, response))
    const port = await listen(server, options)
    started.push(() => close(server))
    const address = `http://${options.host ?? '127.0.0.1'}:${port}`
    const url = options.publicOrigin ?? address
    const service = await openService(options, url, started)
    const { proxies = 0, metricsToken } = options
    answer = getRequestListener(createApp({ service, proxies, metricsToken }).fetch)
    const sweep = setInterval(() => void forgetOld(service).catch(() => {}), hour)
    sweep.unref()
    started.push(() => clearInterval(sweep))
    return { url, address, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

const sayStarting: RequestListener = (_request, response) => {
  const body = { code: 'service_unavailable', message: 'The service is starting. Try again in a second.' }
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(JSON.stringify(body))
}

async function openService(
  options: EmbeddedWalletOptions,
  publicOrigin: string,
  started: (() => Promise<unknown> | unknown)[],
): Promise<Service> {
  const clock = options.clock ?? systemClock
  const keys = typeof options.keys === 'string' ? await openFileKeys(options.keys) : options.keys
  const database = await openDatabase<Schema>({
    target: options.database,
    migrations,
    what: 'embedded wallets',
    durability: 'full',
  })
  started.push(() => database.close())
  const rates = options.redis
    ? await openRedisRates(options.redis)
    : createDatabaseRates(database.writes, clock)
  started.push(() => rates.close())
  const mailer = createSmtpMailer(options.smtp)
  started.push(() => mailer.close())
  return {
    clock,
    database,
    keys,
    pepper: await keys.derive('pepper'),
    rates,
    limits: { ...defaultLimits, ...options.limits },
    mailer,
    metrics: createMetrics(),
    social: options.social ?? {},
    hostTokens: options.hostTokens,
    farcaster: options.farcaster,
    bundlers: options.bundlers ?? {},
    languages: readLanguages(options.languages ?? {}),
    publicOrigin,
    allowedOrigins: options.allowedOrigins ?? defaultAncestors,
    onFault: options.onFault ?? writeFault,
  }
}

function checkOptions(options: EmbeddedWalletOptions): void {
  const { allowedOrigins = [], metricsToken, publicOrigin } = options
  checkMetricsToken(metricsToken)
  try {
    for (const pattern of allowedOrigins) parseOriginPattern(pattern)
  } catch (cause) {
    throw new ServiceSetupError('INVALID_OPTION', `allowedOrigins: ${(cause as Error).message}`, { cause })
  }
  if (options.bundlers !== undefined) readBundlerOptions(options.bundlers)
  readLanguages(options.languages ?? {})
  if (publicOrigin !== undefined && parseOrigin(publicOrigin) === undefined) {
    const message = `publicOrigin: "${publicOrigin}" is no origin. Pass scheme, host and port alone, such as https://wallet.example.com.`
    throw new ServiceSetupError('INVALID_OPTION', message)
  }
}

function writeFault(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
