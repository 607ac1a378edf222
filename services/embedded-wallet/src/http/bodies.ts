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
        sealed: z.string().check(z.minLength(1), z.maxLength(4096)),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
})
const answer = z.object({ login: token, code: otpShape })

/** What each route takes. Members that are not named are dropped. */
export const bodies = {
  email: z.object({ email: emailShape, deviceToken: z.optional(token) }),
  login: z.object({ login: token }),
  answer,
  link: z.object({ token }),
  provider: z.object({ provider: z.enum(redirectProviders) }),
  socialResult: z.object({ login: token, uri: z.string().check(z.maxLength(4096), z.url()) }),
  hostToken: z.object({ token: z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/), z.maxLength(4096)) }),
  refresh: z.object({ refresh: token, next: token }),
  newEmail: z.object({ email: emailShape }),
  wallet: z.object({ addresses: z.object({ evm, solana }), split }),
  split,
  share: z.object({ split: splitId }),
  nothing: z.object({}),
} as const
