import * as z from 'zod/mini'
import { createProviderRpcError } from './createProviderRpcError.js'

/** One line: a line break would let a value pose as another field. */
const line = z.string().check(z.minLength(1), z.maxLength(2048), z.regex(/^\P{Cc}*$/u))
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/))
const shape = z.object({
  domain: z.optional(line),
  address: z.optional(line),
  statement: z.optional(line),
  uri: z.optional(line),
  version: z.optional(z.literal('1')),
  chainId: z.optional(z.string().check(z.regex(/^(?:solana:)?[-\w]{1,32}$/))),
  nonce: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{8,}$/), z.maxLength(2048))),
  issuedAt: z.optional(time),
  expirationTime: z.optional(time),
  notBefore: z.optional(time),
  requestId: z.optional(line),
  resources: z.optional(z.array(line).check(z.maxLength(100))),
})

const fields = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/**
 * Returns the text that a wallet signs for `solana:signIn`, by the ABNF of Sign In With Solana. The wallet sets domain
 * and address.
 *
 * @throws Error with the number -32602 for an input that isn’t one, 4100 for another domain or account
 */
export function solanaSignInText(
  given: unknown,
  own: { readonly domain: string; readonly address: string },
): string {
  const parsed = z.safeParse(shape, given ?? {})
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.map(String).join('.') || 'input'
    throw createProviderRpcError(-32602, `The sign-in text can’t be written: ${place} is not of its form.`)
  }
  const input = parsed.data
  if (input.domain !== undefined && input.domain !== own.domain) {
    throw createProviderRpcError(
      4100,
      `This page is ${own.domain} and can’t ask for a sign-in to another one.`,
    )
  }
  if (input.address !== undefined && input.address !== own.address) {
    throw createProviderRpcError(
      4100,
      'The wallet hasn’t shared this account with the page. Connect it first.',
    )
  }
  const lines = fields.flatMap(([key, label]) =>
    input[key] === undefined ? [] : [`${label}: ${input[key]}`],
  )
  if (input.resources) lines.push('Resources:', ...input.resources.map((resource) => `- ${resource}`))
  const parts = [`${own.domain} wants you to sign in with your Solana account:\n${own.address}`]
  if (input.statement !== undefined) parts.push(input.statement)
  if (lines.length > 0) parts.push(lines.join('\n'))
  return parts.join('\n\n')
}
