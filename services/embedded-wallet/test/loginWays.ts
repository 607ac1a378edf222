import { FrameError, type RedirectProvider, redirectProviders } from '@latchkey/plugin-email-auth/protocol'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import {
  type FarcasterPerson,
  type FarcasterStack,
  signRequest,
} from '../../../devstack/src/farcaster/index.js'
import { signedIn } from '../src/frame/createSession.js'
import type { ProviderCloud } from './providerCloud.js'
import { createSoftPasskey, type SoftPasskey } from './softPasskey.js'
import { appOrigin, codeIn, createCaller, linkIn, type TestService, wrong } from './startService.js'
import type { TestTab } from './testBrowser.js'

/** The fault of one login. */
export interface Spoiled {
  /** Whoever proves who the person is isn't the one that was asked: another issuer, domain or origin, or a code that is a guess. */
  readonly issuer?: 'answer' | 'token' | undefined
  /** Seconds that their clock is off. */
  readonly clock?: number | undefined
}

/** The steps of one person's login in one tab; the last one signs in. Faults come between them. */
export type Steps = readonly ((signal: AbortSignal) => Promise<unknown>)[]

export interface LoginWay {
  readonly name: string
  /** Whether the login goes on in a frame that was loaded anew. */
  readonly survivesReload: boolean
  /** Whether the other party's clock counts. */
  readonly readsClock: boolean
  begin(tab: TestTab, person: string, spoiled: Spoiled): Steps
}

export interface LoginParties {
  readonly running: TestService
  readonly publicOrigin: string
  readonly cloud: ProviderCloud
  readonly farcaster: FarcasterStack
  readonly host: HostTokens
}

/** Every way to sign in that the service has. */
export const createLoginWays = (parties: LoginParties): readonly LoginWay[] => [
  ...redirectProviders.map((provider) => redirectWay(parties, provider)),
  farcasterWay(parties),
  emailWay(parties),
  passkeyWay(parties),
  tokenWay(parties),
]

function redirectWay({ cloud, publicOrigin, running }: LoginParties, provider: RedirectProvider): LoginWay {
  const isOpenId = provider === 'google' || provider === 'apple'
  return {
    name: provider,
    survivesReload: true,
    readsClock: isOpenId,
    begin(tab, person, { issuer, clock }) {
      let uri = ''
      let answer = new URLSearchParams()
      return [
        async (signal) => {
          const asked = { provider, returnTo: `${appOrigin}/shop` }
          uri = (await tab.frame.logins.getSocialRedirectUri(asked, { signal })).uri
        },
        async () => {
          const wrongIssuer = issuer === 'token' && !isOpenId ? 'answer' : issuer
          answer = cloud.agree(uri, person, {
            ...(wrongIssuer ? { issuer: wrongIssuer } : {}),
            ...(clock === undefined ? {} : { clock }),
          })
        },
        async () => {
          if (provider === 'apple') answer = await postForm(running.service.address, answer)
          const page = await fetch(`${running.service.address}/social-callback?${answer}`)
          if (page.status !== 200) throw new Error(`The page behind the provider answered ${page.status}.`)
        },
        (signal) =>
          Promise.resolve(
            tab.frame.logins.connectSocial({ uri: `${publicOrigin}/social-callback?${answer}` }, { signal }),
          ),
      ]
    },
  }
}

/** Sends the answer as a form, as Apple's page does, and returns what the service's own page has of it. */
async function postForm(address: string, answer: URLSearchParams): Promise<URLSearchParams> {
  const sent = await fetch(`${address}/social-callback`, { method: 'POST', body: answer, redirect: 'manual' })
  return new URL(sent.headers.get('location') ?? '', address).searchParams
}

function farcasterWay({ farcaster }: LoginParties): LoginWay {
  const people = new Map<string, Promise<FarcasterPerson>>()
  /** One after the other: each is a transaction of the same account. */
  let registered: Promise<unknown> = Promise.resolve()
  function register(username: string, fid: number): Promise<FarcasterPerson> {
    const privateKey = generatePrivateKey()
    const person = registered
      .then(() => farcaster.register(fid, privateKeyToAccount(privateKey).address))
      .then(() => ({ fid, username, privateKey }))
    registered = person
    return person
  }
  return {
    name: 'farcaster',
    survivesReload: false,
    readsClock: true,
    begin(tab, username, { issuer, clock = 0 }) {
      let url = ''
      return [
        async (signal) => {
          url = (await tab.frame.logins.getFarcasterUri(undefined, { signal })).url
        },
        async () => {
          const asked = farcaster.read(url)
          if (!asked) throw new FrameError('code_expired')
          const known = people.get(username) ?? register(username, 2000 + people.size)
          people.set(username, known)
          // When it was asked for, by the service's own clock.
          const now = new Date(Date.parse(asked.expirationTime ?? '') - 10 * 60_000 + clock * 1000)
          const elsewhere = issuer === undefined ? {} : { domain: 'evil.example' }
          farcaster.answer(url, await signRequest({ ...asked, ...elsewhere }, await known, { now }))
        },
        (signal) => Promise.resolve(tab.frame.logins.connectFarcaster(undefined, { signal })),
      ]
    },
  }
}

function emailWay({ running, publicOrigin }: LoginParties): LoginWay {
  const own = createCaller(running.service.address, { headers: { origin: publicOrigin } })
  return {
    name: 'email',
    survivesReload: false,
    readsClock: false,
    begin(tab, person, { issuer }) {
      const email = `${person}@example.com`
      let before = 0
      let action = ''
      let code = ''
      return [
        async (signal) => {
          // The service sends one mail in 30 seconds.
          running.pass(31_000)
          before = running.mail.mails(email).length
          action = (await tab.frame.logins.connectEmail({ email }, { signal })).action
        },
        async (signal) => {
          const { text } = await running.mail.next(email, before)
          code = codeIn(text)
          if (action !== 'VERIFY_DEVICE') return
          const { status } = await own('/v1/approval/approve', { token: linkIn(text) })
          if (status !== 200) throw new FrameError('device_not_approved')
          code = codeIn((await running.mail.next(email, before + 1)).text)
          await tab.frame.logins.connectDevice(undefined, { signal })
        },
        (signal) =>
          Promise.resolve(
            tab.frame.logins.connectOtp({ otp: issuer === undefined ? code : wrong(code) }, { signal }),
          ),
      ]
    },
  }
}

const started = z.object({ login: z.string(), options: z.object({ challenge: z.string() }) })

function passkeyWay({ publicOrigin }: LoginParties): LoginWay {
  const passkeys = new Map<string, SoftPasskey>()
  /** Those that the service has. Of the others, the person makes one. */
  const known = new Set<string>()
  return {
    name: 'passkey',
    survivesReload: false,
    readsClock: false,
    begin(tab, person, { issuer }) {
      const path = known.has(person) ? '/v1/login/passkey' : '/v1/login/passkey/new'
      const passkey = passkeys.get(person) ?? createSoftPasskey()
      passkeys.set(person, passkey)
      const { loads } = tab
      let asked = { login: '', options: { challenge: '' } }
      let response: object = {}
      return [
        async () => {
          asked = await tab.ask(`${path}/start`, {}, started)
        },
        async () => {
          const origin = issuer === undefined ? publicOrigin : 'https://evil.example'
          const ceremony = {
            ...{ challenge: asked.options.challenge, origin, topOrigin: appOrigin },
            rpId: 'wallet.example.org',
          }
          response = known.has(person) ? passkey.get(ceremony) : passkey.create(ceremony)
        },
        async (signal) => {
          if (tab.loads !== loads) throw new FrameError('frame_gone')
          tab.passkey = async () => {
            const answer = await tab.ask(`${path}/finish`, { login: asked.login, response }, signedIn)
            known.add(person)
            return answer
          }
          await tab.frame.logins.connectPasskey(undefined, { signal })
        },
      ]
    },
  }
}

/** The host's server, which signs tokens in its people's names. */
export interface HostTokens {
  readonly issuer: string
  /** Its public keys (RFC 7517). */
  readonly jwks: string
  sign(person: string, spoiled: Spoiled, now: number): Promise<string>
}

export async function createHostTokens(): Promise<HostTokens> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const issuer = 'https://host.example'
  return {
    issuer,
    jwks: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'host', alg: 'ES256' }] }),
    sign(person, { issuer: wrongIssuer, clock = 0 }, now) {
      const iat = Math.floor(now / 1000) + clock
      const iss = wrongIssuer === undefined ? issuer : 'https://issuer.example'
      return new SignJWT({ iss, aud: 'wallet', sub: person, name: person, iat, exp: iat + 300 })
        .setProtectedHeader({ alg: 'ES256', kid: 'host' })
        .sign(privateKey)
    },
  }
}

const tokenWay = ({ host, running }: LoginParties): LoginWay => ({
  name: 'token',
  survivesReload: true,
  readsClock: true,
  begin(tab, person, spoiled) {
    let token = ''
    return [
      async () => {
        token = await host.sign(person, spoiled, running.now())
      },
      (signal) => Promise.resolve(tab.frame.logins.connectToken({ token }, { signal })),
    ]
  },
})
