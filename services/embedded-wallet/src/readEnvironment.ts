import { redirectProviders } from '@latchkey/plugin-email-auth/protocol'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ServiceSetupError } from '@latchkey/service-kit'
import { type Bundlers, readBundlerOptions } from './readBundlerOptions.js'
import type { SocialProviders } from './social/socialProviders.js'
import type { EmbeddedWalletOptions } from './startEmbeddedWallet.js'
import { readLanguages } from './words/languages.js'

type Environment = Readonly<Record<string, string | undefined>>

const text = z.string().check(z.minLength(1))
const way = {
  clientAuth: z.optional(z.enum(['post', 'basic'])),
  responseMode: z.optional(z.literal('form_post')),
}
const provider = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('openid'),
    issuer: z.url(),
    clientId: text,
    clientSecret: text,
    scope: z.optional(text),
    ...way,
  }),
  z.object({
    kind: z.literal('oauth'),
    authorizationEndpoint: z.url(),
    tokenEndpoint: z.url(),
    userEndpoint: z.url(),
    issuer: z.optional(z.url()),
    scope: text,
    subjectField: text,
    nameField: text,
    clientId: text,
    clientSecret: text,
    ...way,
  }),
])
const social = z.partialRecord(z.enum(redirectProviders), provider)

/** How the command is configured, for its help. */
export const environmentHelp = [
  'LATCHKEY_PUBLIC_ORIGIN    origin that browsers reach the service at, such as https://wallet.example.com',
  'LATCHKEY_ALLOWED_ORIGINS  origins of apps, with spaces between: https://app.example.com https://*.example.com',
  'LATCHKEY_DATABASE         file or postgres:// address; default ./wallet.db',
  'LATCHKEY_KEYS             key file; default ./wallet.keys',
  'LATCHKEY_SMTP             smtp:// or smtps:// address of the mail server',
  'LATCHKEY_MAIL_FROM        sender of mails, such as "Wallet <no-reply@example.com>"',
  'LATCHKEY_REDIS            redis:// address, when several instances run; optional',
  'LATCHKEY_SOCIAL           JSON file of providers to sign in with; optional',
  'LATCHKEY_BUNDLERS         JSON file of bundlers by network, for smart accounts; optional',
  'LATCHKEY_LANGUAGES        folder of translations, such as de.json; optional. See the command "sentences"',
  'LATCHKEY_TOKEN_ISSUER, LATCHKEY_TOKEN_AUDIENCE, LATCHKEY_TOKEN_JWKS   logins that the host vouches for; optional',
  'LATCHKEY_FARCASTER_RPC    node of OP Mainnet, to sign in with Farcaster; optional',
  'LATCHKEY_FARCASTER_RELAY  Farcaster Auth relay; default https://relay.farcaster.xyz',
  'LATCHKEY_HOST, LATCHKEY_PORT   where to listen; default 127.0.0.1 and 8787',
  'LATCHKEY_PROXIES          how many proxies stand before the service; default 0',
  'LATCHKEY_METRICS_TOKEN    token to read /metrics with; without it nobody can',
]

/** @throws ServiceSetupError INVALID_OPTION */
export async function readEnvironment(
  environment: Environment,
  readFile: (path: string) => Promise<string>,
  readFolder: (path: string) => Promise<readonly string[]> = readdir,
): Promise<EmbeddedWalletOptions> {
  const need = (name: string, what: string) => {
    const value = environment[name]
    if (!value) throw new ServiceSetupError('INVALID_OPTION', `${name} is not set. Set it to ${what}.`)
    return value
  }
  const optional = <Name extends string>(name: Name, value: unknown) =>
    value === undefined ? {} : { [name]: value }
  const socialFile = environment['LATCHKEY_SOCIAL']
  const farcasterRpc = readUrl(environment, 'LATCHKEY_FARCASTER_RPC')
  const bundlerFile = environment['LATCHKEY_BUNDLERS']
  const languageFolder = environment['LATCHKEY_LANGUAGES']
  const issuer = environment['LATCHKEY_TOKEN_ISSUER']
  return {
    publicOrigin: need('LATCHKEY_PUBLIC_ORIGIN', 'the origin that browsers reach the service at'),
    allowedOrigins: need('LATCHKEY_ALLOWED_ORIGINS', 'the origins of the apps that use the wallet')
      .split(/\s+/)
      .filter(Boolean),
    database: environment['LATCHKEY_DATABASE'] ?? './wallet.db',
    keys: environment['LATCHKEY_KEYS'] ?? './wallet.keys',
    smtp: {
      url: need('LATCHKEY_SMTP', 'the smtp:// address of the mail server'),
      from: need('LATCHKEY_MAIL_FROM', 'the sender of mails'),
    },
    host: environment['LATCHKEY_HOST'] ?? '127.0.0.1',
    port: readCount(environment, 'LATCHKEY_PORT', 8787),
    proxies: readCount(environment, 'LATCHKEY_PROXIES', 0),
    ...optional('metricsToken', environment['LATCHKEY_METRICS_TOKEN']),
    ...optional('redis', environment['LATCHKEY_REDIS']),
    ...optional('social', socialFile && (await readSocial(socialFile, readFile))),
    ...optional('bundlers', bundlerFile && (await readBundlers(bundlerFile, readFile))),
    ...optional('languages', languageFolder && (await readCatalogues(languageFolder, readFile, readFolder))),
    ...optional(
      'farcaster',
      farcasterRpc && {
        rpcUrl: farcasterRpc,
        ...optional('relay', readUrl(environment, 'LATCHKEY_FARCASTER_RELAY')),
      },
    ),
    ...optional(
      'hostTokens',
      issuer && {
        issuer,
        audience: need('LATCHKEY_TOKEN_AUDIENCE', 'the audience of the tokens'),
        jwksUrl: need('LATCHKEY_TOKEN_JWKS', "the address of the host's public keys"),
      },
    ),
  }
}

async function readBundlers(path: string, readFile: (path: string) => Promise<string>): Promise<Bundlers> {
  try {
    return readBundlerOptions(JSON.parse(await readFile(path)))
  } catch (cause) {
    const message = `LATCHKEY_BUNDLERS: ${path} is no list of bundlers. Write {"eip155:8453": ["https://bundler.example.com"]}.`
    throw new ServiceSetupError('INVALID_OPTION', message, { cause })
  }
}

/** More than this are no translations of a few hundred sentences. Characters. */
const longestCatalogue = 1_000_000

async function readCatalogues(
  folder: string,
  readFile: (path: string) => Promise<string>,
  readFolder: (path: string) => Promise<readonly string[]>,
): Promise<NonNullable<EmbeddedWalletOptions['languages']>> {
  const names = await readFolder(folder).catch((cause: unknown) => {
    throw new ServiceSetupError('INVALID_OPTION', `LATCHKEY_LANGUAGES: ${folder} can't be read.`, { cause })
  })
  const read = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => {
      const path = join(folder, name)
      const given = Object.fromEntries([[name.slice(0, -'.json'.length), await readJson(path, readFile)]])
      try {
        return Object.entries(Object.fromEntries(readLanguages(given)))
      } catch (cause) {
        const message = `LATCHKEY_LANGUAGES: ${path}: ${(cause as Error).message}`
        throw new ServiceSetupError('INVALID_OPTION', message, { cause })
      }
    })
  return Object.fromEntries((await Promise.all(read)).flat())
}

async function readJson(path: string, readFile: (path: string) => Promise<string>): Promise<unknown> {
  try {
    const text = await readFile(path)
    if (text.length > longestCatalogue) throw new Error(`It is longer than ${longestCatalogue} characters.`)
    return JSON.parse(text)
  } catch (cause) {
    const why = (cause as Error).message
    const message = `LATCHKEY_LANGUAGES: ${path} can't be read: ${why} Write {"Asked by": "Anfrage von"}.`
    throw new ServiceSetupError('INVALID_OPTION', message, { cause })
  }
}

function readCount(environment: Environment, name: string, otherwise: number): number {
  const value = environment[name] ?? String(otherwise)
  if (!/^\d{1,5}$/.test(value)) {
    throw new ServiceSetupError(
      'INVALID_OPTION',
      `${name} is "${value}". Set it to a whole number, such as ${otherwise}.`,
    )
  }
  return Number(value)
}

function readUrl(environment: Environment, name: string): string | undefined {
  const value = environment[name]
  if (!value) return undefined
  if (z.safeParse(z.url({ protocol: /^https?$/ }), value).success) return value
  const message = `${name} is "${value}". Set it to an address, such as https://example.com.`
  throw new ServiceSetupError('INVALID_OPTION', message)
}

async function readSocial(
  path: string,
  readFile: (path: string) => Promise<string>,
): Promise<SocialProviders> {
  try {
    return z.parse(social, JSON.parse(await readFile(path))) as SocialProviders
  } catch (cause) {
    const message = `LATCHKEY_SOCIAL: ${path} is no list of providers. Write {"google": {"kind": "openid", "issuer": "https://accounts.google.com", "clientId": "…", "clientSecret": "…"}}.`
    throw new ServiceSetupError('INVALID_OPTION', message, { cause })
  }
}
