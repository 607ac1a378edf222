import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createKeyFile,
  type EmbeddedWalletOptions,
  type SocialProviderOptions,
  startEmbeddedWallet as startService,
} from '@latchkey/service-embedded-wallet'
import type { FarcasterStack } from '../farcaster/startFarcaster.js'
import { freePort } from '../http/freePort.js'
import { type MailSink, startMail } from '../mail/startMail.js'
import { type OpenId, type OpenIdOptions, startOpenId } from '../openid/startOpenId.js'

export interface EmbeddedWalletStackOptions
  extends Pick<
    EmbeddedWalletOptions,
    'allowedOrigins' | 'bundlers' | 'clock' | 'hostTokens' | 'limits' | 'onFault'
  > {
  /** Default a free one. */
  readonly port?: number
  /**
   * What browsers reach it by. Passkeys belong to names, and never to numbers: they need `localhost`. A private window keeps
   * nothing for a frame of another site, and `localhost` is another site than `127.0.0.1`.
   *
   * @default '127.0.0.1'
   */
  readonly hostName?: '127.0.0.1' | 'localhost'
  /** Keeps database and key file, so that a service that is started again on it knows its people. Default one that is removed. */
  readonly folder?: string
  /** Default a mail server of its own, which ends with it. */
  readonly mail?: MailSink
  /** Starts an OpenID provider that stands for every social provider, too, with pages as named. @default false */
  readonly social?: boolean | Pick<OpenIdOptions, 'openerPolicy'>
  /** Lets people sign in with Farcaster. @default not offered */
  readonly farcaster?: FarcasterStack
}

export interface EmbeddedWalletStack {
  /** What `emailAuth({ frameUrl })` takes. Its origin is another one than that of every page. */
  readonly frameUrl: string
  /** The service, for example http://127.0.0.1:8787. */
  readonly url: string
  /** Codes and links are here; `mail.url` is the page for people. */
  readonly mail: MailSink
  readonly openId: OpenId | undefined
  stop(): Promise<void>
}

/** The providers that lead to a page of theirs. */
const providers = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const

/** Starts the real service behind email and social login on loopback, with mail and a provider that are as local. */
export async function startEmbeddedWallet(
  options: EmbeddedWalletStackOptions = {},
): Promise<EmbeddedWalletStack> {
  const {
    folder: given,
    mail: givenMail,
    social = false,
    farcaster,
    port: givenPort,
    hostName = '127.0.0.1',
    ...rest
  } = options
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'latchkey-embedded-wallet-')))
    if (given === undefined) stops.push(() => rm(folder, { recursive: true, force: true }))
    const keys = join(folder, 'keys')
    if (!existsSync(keys)) await createKeyFile(keys)
    const mail = givenMail ?? (await startMail())
    if (!givenMail) stops.push(mail.stop)
    const port = givenPort || (await freePort())
    const origin = `http://${hostName}:${port}`
    const openId = social ? await startProvider(origin, social === true ? {} : social) : undefined
    if (openId) stops.push(openId.stop)
    const service = await startService({
      ...rest,
      port,
      publicOrigin: origin,
      keys,
      database: join(folder, 'wallet.db'),
      smtp: { url: mail.smtpUrl, from: 'Wallet <wallet@example.org>' },
      ...(farcaster && { farcaster: farcaster.server }),
      ...(openId && { social: Object.fromEntries(providers.map((name) => [name, clientOf(openId, name)])) }),
    })
    stops.push(service.stop)
    return { frameUrl: `${service.url}/frame`, url: service.url, mail, openId, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startProvider = (origin: string, pages: Pick<OpenIdOptions, 'openerPolicy'>) =>
  startOpenId({ ...pages, redirectUris: [`${origin}/social-callback`] })

const clientOf = (
  { issuer, clientId, clientSecret }: OpenId,
  name: (typeof providers)[number],
): SocialProviderOptions => ({
  kind: 'openid',
  issuer,
  clientId,
  clientSecret,
  // As the real one does.
  ...(name === 'apple' && { responseMode: 'form_post' }),
})
