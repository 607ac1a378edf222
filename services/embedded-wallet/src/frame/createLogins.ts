import { FrameError, type FrameHandlers, type FrameUser } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import { type SignedIn, signedIn } from './createSession.js'
import type { FrameParts } from './createHandlers.js'

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

type LoginHandlers = Pick<
  FrameHandlers,
  | 'connectEmail'
  | 'connectDevice'
  | 'connectOtp'
  | 'getSocialRedirectUri'
  | 'connectSocial'
  | 'connectToken'
  | 'updateEmail'
  | 'updateEmailPrimaryOtp'
  | 'updateEmailSecondaryOtp'
>

/** The logins that are under way in this frame. Their secrets stay in its memory. */
export function createLogins({ ask, session, storage }: FrameParts) {
  const secrets: { email?: string; social?: string; change?: string } = {}
  let userName: string | undefined
  const need = (kind: keyof typeof secrets) => {
    const secret = secrets[kind]
    if (secret === undefined) throw new FrameError('code_expired', 'This login is over. Start again.')
    return secret
  }
  const enter = (answer: SignedIn) => {
    session.start(answer)
    userName = answer.person.userName ?? undefined
  }

  const handlers = (readUser: (signal: AbortSignal) => Promise<FrameUser>): LoginHandlers => ({
    async connectEmail({ email }) {
      const deviceToken = storage.readDevice(email.trim().toLowerCase())
      const { login, action } = await ask(
        '/v1/login/email',
        { email, ...(deviceToken ? { deviceToken } : {}) },
        started,
      )
      secrets.email = login
      return { action }
    },
    async connectDevice(_payload, { signal }) {
      const login = need('email')
      while (!signal.aborted) {
        const { isApproved } = await ask('/v1/login/device', { login }, approval)
        if (isApproved) return undefined
        await new Promise((resolve) => setTimeout(resolve, approvalPause))
      }
      throw new FrameError('aborted')
    },
    async connectOtp({ otp }) {
      enter(await ask('/v1/login/code', { login: need('email'), code: otp }, signedIn))
      delete secrets.email
      return undefined
    },
    async getSocialRedirectUri({ provider }) {
      const { login, uri } = await ask('/v1/login/social/start', { provider }, social)
      secrets.social = login
      return { uri }
    },
    async connectSocial({ uri }, { signal }) {
      enter(await ask('/v1/login/social/finish', { login: need('social'), uri }, signedIn))
      delete secrets.social
      return readUser(signal)
    },
    async connectToken({ token }, { signal }) {
      enter(await ask('/v1/login/token', { token }, signedIn))
      return readUser(signal)
    },
    async updateEmail({ email }) {
      const { login, action = 'VERIFY_PRIMARY_OTP' } = await session.ask(
        '/v1/email/change',
        { email },
        change,
      )
      secrets.change = login
      return { action }
    },
    async updateEmailPrimaryOtp({ otp }) {
      const { login } = await session.ask('/v1/email/primary', { login: need('change'), code: otp }, change)
      secrets.change = login
      return undefined
    },
    async updateEmailSecondaryOtp({ otp }) {
      const { email } = await session.ask(
        '/v1/email/secondary',
        { login: need('change'), code: otp },
        changed,
      )
      delete secrets.change
      return { newEmail: email }
    },
  })
  return { handlers, userName: () => (userName === undefined ? {} : { userName }) }
}
