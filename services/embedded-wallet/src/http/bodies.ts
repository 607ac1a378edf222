import { emailShape, otpShape, redirectProviders } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'

const token = z.string().check(z.regex(/^[\w-]{43}$/))
const evm = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const solana = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const splitId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const split = z.object({
  id: splitId,
  share: z.string().check(z.regex(/^[\w-]{22,96}$/)),
  recoveries: z
    .array(
      z.object({
        kind: z.enum(['code', 'passkey']),
        sealed: z.string().check(z.minLength(1), z.maxLength(1024)),
      }),
    )
    .check(z.minLength(1), z.maxLength(2)),
})
const answer = z.object({ login: token, code: otpShape })

const base64url = (longest: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(longest))
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }
/** What extensions answered stays in the frame: one of them is a key. */
const extensions = z.optional(z.object({}))

/** What each route takes. Members that are not named are dropped. */
export const bodies = {
  email: z.object({ email: emailShape, deviceToken: z.optional(token) }),
  login: z.object({ login: token }),
  answer,
  link: z.object({ token }),
  provider: z.object({
    provider: z.enum(redirectProviders),
    returnTo: z.optional(z.string().check(z.maxLength(2048), z.url({ protocol: /^https?$/ }))),
  }),
  socialResult: z.object({ login: token, uri: z.string().check(z.maxLength(4096), z.url()) }),
  hostToken: z.object({ token: z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/), z.maxLength(4096)) }),
  newPasskey: z.object({
    login: token,
    response: z.object({
      ...credential,
      clientExtensionResults: z._default(extensions, {}),
      response: z.object({ clientDataJSON: base64url(4096), attestationObject: base64url(16_384) }),
    }),
  }),
  passkey: z.object({
    login: token,
    response: z.object({
      ...credential,
      clientExtensionResults: z._default(extensions, {}),
      response: z.object({
        clientDataJSON: base64url(4096),
        authenticatorData: base64url(4096),
        signature: base64url(4096),
        userHandle: z.optional(base64url(128)),
      }),
    }),
  }),
  refresh: z.object({ refresh: token, next: token }),
  newEmail: z.object({ email: emailShape }),
  wallet: z.object({ addresses: z.object({ evm, solana }), split }),
  split,
  share: z.object({ split: splitId }),
  nothing: z.object({}),
} as const
