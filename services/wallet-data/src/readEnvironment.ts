import { ServiceSetupError } from '@latchkey/service-kit'
import * as z from 'zod/mini'
import type { WalletDataOptions } from './options.js'

type Environment = Readonly<Record<string, string | undefined>>

const text = z.string().check(z.minLength(1))
const texts = z.optional(z.array(text))
const height = z.optional(z.number().check(z.int(), z.gte(0)))
const decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/))
const caip2 = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
const isFollowed = z.optional(z.boolean())
const native = z.optional(
  z.strictObject({ name: text, symbol: text, decimals: z.number().check(z.int(), z.gte(0), z.lte(36)) }),
)
const http = z.url({ protocol: /^https?$/ })

const node = z.discriminatedUnion('namespace', [
  z.strictObject({
    namespace: z.literal('eip155'),
    url: http,
    native,
    coinToken: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
    firstHeight: height,
    universalResolver: z.optional(text),
    isFollowed,
  }),
  z.strictObject({ namespace: z.literal('solana'), url: http, isFollowed }),
  z.strictObject({
    namespace: z.literal('bip122'),
    url: http,
    networkId: z.optional(caip2),
    firstHeight: height,
    isFollowed,
  }),
  z.strictObject({
    namespace: z.literal('polkadot'),
    url: z.url({ protocol: /^wss?$/ }),
    firstHeight: height,
    isFollowed,
  }),
])

const currencies = ['eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
const token = z.strictObject({ address: text, name: text, symbol: text, decimals: z.number() })

/** What the settings file may hold: every option that is data, and nothing a secret belongs in. */
const rate = z.optional(
  z.union([z.literal(false), z.strictObject({ capacity: z.number(), refillPerSecond: z.number() })]),
)
const settingsShape = z.strictObject({
  nodes: z.array(node).check(z.minLength(1)),
  pollMilliseconds: z.optional(z.number().check(z.gte(50))),
  projects: texts,
  rateLimit: rate,
  nameLimit: rate,
  analyticsKept: z.optional(z.number().check(z.int(), z.gte(0))),
  quota: z.optional(z.number().check(z.int(), z.gte(1))),
  quotaExemptNetworks: z.optional(z.array(caip2)),
  prices: z.optional(
    z.array(
      z.strictObject({
        networkId: z.string().check(z.regex(/^[-a-z0-9]{3,8}:([-_a-zA-Z0-9]{1,32}|\*)$/)),
        address: z.optional(text),
        usd: decimal,
        name: z.optional(text),
        symbol: z.optional(text),
        iconUrl: z.optional(z.url()),
      }),
    ),
  ),
  perDollar: z.optional(z.partialRecord(z.enum(currencies), decimal)),
  zones: texts,
  origins: z.optional(z.array(http)),
  spam: texts,
  certifiedWallets: texts,
  swaps: z.optional(
    z.record(
      caip2,
      z.union([
        z.strictObject({ router: text, wrapped: text, tokens: z.array(token) }),
        z.strictObject({ url: http, tokensUrl: z.optional(http), isMaker: z.optional(z.boolean()) }),
      ]),
    ),
  ),
  onrampUrl: z.optional(http),
  isAnalyticsEnabled: z.optional(z.boolean()),
  analyticsOrigins: texts,
})

/** How the command is configured, for its help. */
export const environmentHelp = [
  'LATCHKEY_SETTINGS   JSON file of chains and everything else; default ./wallet-data.json',
  'LATCHKEY_DATABASE   file or postgres:// address; default ./wallet-data.db',
  'LATCHKEY_REPLICAS   postgres:// addresses of read replicas, with spaces between; optional',
  'LATCHKEY_REDIS      redis:// address, when several instances run; optional',
  'LATCHKEY_DRAIN      seconds between the signal to stop and the end of listening; default 0',
  'LATCHKEY_HOST, LATCHKEY_PORT   where to listen; default 127.0.0.1 and 8788',
  'LATCHKEY_PROXIES    how many proxies stand before the service; default 0',
  'LATCHKEY_METRICS_TOKEN   token to read /metrics with; without it nobody can',
]

/** @throws ServiceSetupError INVALID_OPTION */
export async function readEnvironment(
  environment: Environment,
  readFile: (path: string) => Promise<string>,
): Promise<WalletDataOptions & { readonly host: string; readonly port: number }> {
  const settings = await readSettings(environment['LATCHKEY_SETTINGS'] ?? './wallet-data.json', readFile)
  const redis = environment['LATCHKEY_REDIS']
  const metricsToken = environment['LATCHKEY_METRICS_TOKEN']
  return {
    ...settings,
    replicas: (environment['LATCHKEY_REPLICAS'] ?? '').split(/\s+/).filter(Boolean),
    ...(redis ? { redis } : {}),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    drainMilliseconds: readCount(environment, 'LATCHKEY_DRAIN', 0) * 1_000,
    database: environment['LATCHKEY_DATABASE'] ?? './wallet-data.db',
    host: environment['LATCHKEY_HOST'] ?? '127.0.0.1',
    port: readCount(environment, 'LATCHKEY_PORT', 8788),
    trustProxy: readCount(environment, 'LATCHKEY_PROXIES', 0),
  }
}

async function readSettings(
  path: string,
  readFile: (path: string) => Promise<string>,
): Promise<WalletDataOptions> {
  const example = '{"nodes": [{"namespace": "eip155", "url": "http://127.0.0.1:8545"}]}'
  const refuse = (what: string, cause: unknown) => {
    const message = `LATCHKEY_SETTINGS: ${path} ${what} Write at least ${example}.`
    return new ServiceSetupError('INVALID_OPTION', message, { cause })
  }
  const content = await readFile(path).catch((cause: Error) => {
    throw refuse(`can't be read: ${cause.message}.`, cause)
  })
  const parsed = parseJson(content)
  if (parsed === undefined) throw refuse('is no JSON.', undefined)
  const settings = z.safeParse(settingsShape, parsed)
  if (settings.success) return settings.data as WalletDataOptions
  const [issue] = settings.error.issues
  throw refuse(`has a fault at "${issue?.path.join('.')}": ${issue?.message}.`, settings.error)
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readCount(environment: Environment, name: string, otherwise: number): number {
  const value = environment[name] ?? String(otherwise)
  if (/^\d{1,5}$/.test(value)) return Number(value)
  const message = `${name} is "${value}". Set it to a whole number, such as ${otherwise}.`
  throw new ServiceSetupError('INVALID_OPTION', message)
}
