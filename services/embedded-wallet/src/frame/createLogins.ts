import { FrameError, type FrameHandlers } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import { type SignedIn, signedIn } from './createSession.js'
import type { FrameParts } from './createHandlers.js'
import type { FramePasskeys } from './createPasskeys.js'

const started = z.object({ login: z.string(), action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']) })
const approval = z.object({ isApproved: z.boolean() })
const social = z.object({ login: z.string(), uri: z.string() })
const change = z.object({
  login: z.string(),
  action: z.optional(z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'])),
})
const changed = z.object({ email: z.string() })
/** How often the service is asked whether the mail's link was opened. */
const approvalPause = 2000
const farcaster = z.object({ login: z.string(), url: z.string() })
const farcasterAnswer = z.union([signedIn, z.object({ isPending: z.literal(true) })])
/** How often to ask the service whether the person's Farcaster app has signed. */
const farcasterPause = 1500
/** How many of these requests may fail before the login fails. */
const farcasterMisses = 5

type LoginHandlers = Pick<
  FrameHandlers,
  | 'connectEmail'
  | 'connectDevice'
  | 'connectOtp'
  | 'getSocialRedirectUri'
  | 'connectSocial'
  | 'getFarcasterUri'
  | 'connectFarcaster'
  | 'connectToken'
  | 'connectPasskey'
  | 'updateEmail'
  | 'updateEmailPrimaryOtp'
  | 'updateEmailSecondaryOtp'
>

/** By which a provider's answer belongs to a login (RFC 6749 section 10.12). */
const stateOf = (uri: string) => new URL(uri).searchParams.get('state') ?? ''

type Parts = Pick<FrameParts, 'ask' | 'session' | 'storage'>

/** The secret of a login that is under way. */
const need = (secret: string | undefined): string => {
  if (secret === undefined) throw new FrameError('code_expired', 'This login is over. Start again.')
  return secret
}

/** An answer that nobody waits for must not take the place of the login that was begun since. */
const unlessLate = (signal: AbortSignal): void => {
  if (signal.aborted) throw new FrameError('aborted')
}

type Enter = (answer: SignedIn) => { readonly email: string | null; readonly userName?: string }

/** The logins that are under way in this frame. Their secrets never leave it. */
export function createLogins(parts: Parts, passkeys: Pick<FramePasskeys, 'logIn'>): LoginHandlers {
  const { ask, session } = parts
  const enter: Enter = (answer) => {
    session.start(answer)
    const { email, userName } = answer.person
    return { email, ...(userName === null ? {} : { userName }) }
  }
  const enterUnlessLate = (answer: SignedIn, signal: AbortSignal) => {
    unlessLate(signal)
    return enter(answer)
  }
  return {
    ...emailLogins(parts, enter),
    ...socialLogins(parts, enterUnlessLate),
    ...farcasterLogins(parts, enter),
    connectToken: async ({ token }, { signal }) =>
      enterUnlessLate(await ask('/v1/login/token', { token }, signedIn), signal),
    connectPasskey: async (_payload, { signal }) => enterUnlessLate(await passkeys.logIn(signal), signal),
    ...emailChanges(parts),
  }
}

/** A code by mail, on a device that the person approved. */
function emailLogins(
  { ask, storage }: Parts,
  enter: Enter,
): Pick<LoginHandlers, 'connectEmail' | 'connectDevice' | 'connectOtp'> {
  let underWay: string | undefined
  /** How often a mail with a code was asked for. */
  let mails = 0
  return {
    async connectEmail({ email }, { signal }) {
      mails += 1
      const deviceToken = storage.readDevice(email.trim().toLowerCase())
      const { login, action } = await ask(
        '/v1/login/email',
        { email, ...(deviceToken ? { deviceToken } : {}) },
        started,
      )
      unlessLate(signal)
      underWay = login
      return { action }
    },
    async connectDevice(_payload, { signal }) {
      const login = need(underWay)
      while (!signal.aborted) {
        const { isApproved } = await ask('/v1/login/device', { login }, approval)
        if (isApproved) return undefined
        await new Promise((resolve) => setTimeout(resolve, approvalPause))
      }
      throw new FrameError('aborted')
    },
    async connectOtp({ otp }, { signal }) {
      const [login, asked] = [need(underWay), mails]
      const answer = await ask('/v1/login/code', { login, code: otp }, signedIn)
      unlessLate(signal)
      // The person went back meanwhile and asked for another mail: they don't want to be signed in with this one.
      if (asked !== mails) throw new FrameError('aborted')
      underWay = undefined
      enter(answer)
      return undefined
    },
  }
}

/** Providers that the person leaves for and comes back from. */
function socialLogins(
  { ask, storage }: Parts,
  enterUnlessLate: (answer: SignedIn, signal: AbortSignal) => ReturnType<Enter>,
): Pick<LoginHandlers, 'getSocialRedirectUri' | 'connectSocial'> {
  return {
    async getSocialRedirectUri(asked, { signal }) {
      const { login, uri } = await ask('/v1/login/social/start', asked, social)
      unlessLate(signal)
      // Where no window can be opened, the whole page leaves for the provider, and this frame with it.
      storage.writeSocialLogin({ state: stateOf(uri), login })
      return { uri }
    },
    async connectSocial({ uri }, { signal }) {
      const state = stateOf(uri)
      const login = storage.readSocialLogin(state)
      // Browsers that keep nothing for frames of other sites have forgotten it, where the whole page left.
      if (login === undefined) throw new FrameError('login_failed', 'This login is over. Start again.')
      storage.removeSocialLogin(state)
      return enterUnlessLate(await ask('/v1/login/social/finish', { login, uri }, signedIn), signal)
    },
  }
}

/** Farcaster, whose app signs while this frame asks the service whether it has. */
function farcasterLogins(
  { ask }: Parts,
  enter: Enter,
): Pick<LoginHandlers, 'getFarcasterUri' | 'connectFarcaster'> {
  let underWay: string | undefined
  return {
    async getFarcasterUri(_payload, { signal }) {
      const { login, url } = await ask('/v1/login/farcaster/start', {}, farcaster)
      unlessLate(signal)
      underWay = login
      return { url }
    },
    async connectFarcaster(_payload, { signal }) {
      const login = need(underWay)
      for (let missed = 0; !signal.aborted; ) {
        const answer = await ask('/v1/login/farcaster/finish', { login }, farcasterAnswer).catch((error) => {
          // On a phone, this page may lose its connection while the Farcaster app is in front.
          const isLost = error instanceof FrameError && error.code === 'service_unavailable'
          missed += 1
          if (!isLost || missed > farcasterMisses) throw error
          return { isPending: true } as const
        })
        // A login that the person canceled meanwhile signs nobody in.
        if (signal.aborted) break
        if (!('isPending' in answer)) {
          underWay = undefined
          return enter(answer)
        }
        await new Promise((resolve) => setTimeout(resolve, farcasterPause))
      }
      throw new FrameError('aborted')
    },
  }
}

/** Another email address for the person who is signed in: a code to the known one, then one to the new one. */
function emailChanges({
  session,
  storage,
}: Parts): Pick<LoginHandlers, 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'> {
  let underWay: string | undefined
  return {
    async updateEmail({ email }, { signal }) {
      const { login, action = 'VERIFY_PRIMARY_OTP' } = await session.ask(
        '/v1/email/change',
        { email },
        change,
      )
      unlessLate(signal)
      underWay = login
      return { action }
    },
    async updateEmailPrimaryOtp({ otp }) {
      const before = need(underWay)
      const { login } = await session.ask('/v1/email/primary', { login: before, code: otp }, change)
      if (underWay !== before) throw new FrameError('aborted')
      underWay = login
      return undefined
    },
    async updateEmailSecondaryOtp({ otp }) {
      const { email: before } = await session.read()
      const login = need(underWay)
      const { email } = await session.ask('/v1/email/secondary', { login, code: otp }, changed)
      if (underWay === login) underWay = undefined
      // This browser stays approved, under the new address.
      const device = before === null ? undefined : storage.readDevice(before)
      if (device !== undefined) storage.writeDevice(email, device)
      return { newEmail: email }
    },
  }
}
