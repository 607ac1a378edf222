import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import { cacaoSchema } from '../../message/cacao.js'
import type { VerifyRequest } from '../readRequest.js'

const text = z.string().check(z.maxLength(65_536))

function decode(value: string): Uint8Array {
  try {
    return base64.decode(value)
  } catch {
    // An empty byte string is refused by everything that reads it.
    return new Uint8Array()
  }
}

const bytes = z.pipe(text, z.transform(decode))

const signInInputSchema = z.strictObject({
  domain: z.optional(text),
  address: z.optional(text),
  statement: z.optional(text),
  uri: z.optional(text),
  version: z.optional(text),
  chainId: z.optional(text),
  nonce: z.optional(text),
  issuedAt: z.optional(text),
  expirationTime: z.optional(text),
  notBefore: z.optional(text),
  requestId: z.optional(text),
  resources: z.optional(z.array(text)),
})

const messageSchema = z.strictObject({
  message: text,
  signature: text,
  signatureType: z.optional(text),
  account: z.optional(text),
})

const cacaosSchema = z.strictObject({ cacaos: z.array(cacaoSchema).check(z.minLength(1), z.maxLength(16)) })

const signInSchema = z.strictObject({
  signIn: z.strictObject({
    input: signInInputSchema,
    output: z.strictObject({
      account: z.object({ publicKey: bytes }),
      signedMessage: bytes,
      signature: bytes,
      signatureType: z.optional(text),
    }),
  }),
})

const bodySchema = z.union([messageSchema, cacaosSchema, signInSchema])

/**
 * The body of an authenticate request, as one or more requests to verify: `{ message, signature }`, `{ cacaos }`
 * or `{ signIn }` with bytes in base64. Undefined when it is none of them.
 */
export function readBody(body: unknown, binding: readonly string[]): readonly VerifyRequest[] | undefined {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return undefined
  const value = parsed.data
  if ('cacaos' in value) return value.cacaos.map((cacao) => ({ cacao, binding }))
  if ('signIn' in value) return [{ signIn: readSignInMembers(value.signIn), binding }]
  const { message, signature, signatureType, account } = value
  return [
    {
      message,
      signature,
      binding,
      ...(signatureType === undefined ? {} : { signatureType }),
      ...(account === undefined ? {} : { account }),
    },
  ]
}

function readSignInMembers({ input, output }: z.infer<typeof signInSchema>['signIn']) {
  const { signatureType, ...rest } = output
  const type = signatureType === undefined ? {} : { signatureType }
  return { input: withoutUndefined(input), output: { ...rest, ...type } }
}

type Defined<T> = { [key in keyof T]?: Exclude<T[key], undefined> }

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>
}
