import * as z from 'zod/mini'
import { loginWays } from './loginWays.js'

const text = (longest: number) => z.string().check(z.maxLength(longest))

/** One line without control characters: nothing that could start another header of a mail. */
const line = (longest: number) => text(longest).check(z.regex(/^\P{Cc}*$/u))

/** RFC 5321 section 4.5.3.1.3 allows 254 characters. */
export const emailShape = z.email('Invalid email').check(z.maxLength(254))

export const otpShape = z.string().check(z.regex(/^[0-9]{6}$/))

/** CAIP-2. */
export const networkShape = z
  .string()
  .check(z.regex(/^(?:eip155:[1-9][0-9]{0,15}|solana:[1-9A-HJ-NP-Za-km-z]{32})$/))

export const httpUrlShape = text(4096).check(z.regex(/^https?:\/\/[^\s\p{Cc}]+$/u))

/** Opaque to an app, which only keeps it. */
export const tokenShape = z.string().check(z.regex(/^[\w.~-]{1,4096}$/))

export const accountTypes = ['eoa', 'smartAccount'] as const
export type AccountType = (typeof accountTypes)[number]

const accountTypeShape = z.enum(accountTypes)
const addressShape = z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))

const identity = {
  email: z.optional(z.nullable(emailShape)),
  userName: z.optional(line(200)),
  loggedInBy: z.optional(z.enum(loginWays)),
}

/** Who has just logged in. There may be no wallet yet: `getUser` makes it, with the person. */
export const identityShape = z.object(identity)

/** The wallet of a person who is signed in, on one network. */
export const userShape = z.object({
  ...identity,
  address: addressShape,
  networkId: networkShape,
  accounts: z.optional(
    z.array(z.object({ address: addressShape, type: accountTypeShape })).check(z.maxLength(16)),
  ),
  smartAccountDeployed: z.optional(z.boolean()),
  preferredAccountType: z.optional(accountTypeShape),
})
export type FrameUser = z.infer<typeof userShape>

const themeVariables = z.record(
  text(64).check(z.regex(/^--?[\w-]+$|^[\w-]+$/)),
  z.union([line(200), z.number()]),
)

/** Of a request, and of one load of the frame. */
const id = z.string().check(z.regex(/^[0-9a-f]{32}$/))

export const shapes = {
  id,
  nothing: z.optional(z.object({})),
  addressShape,
  accountTypeShape,
  line,
  text,
  themeVariables,
} as const
