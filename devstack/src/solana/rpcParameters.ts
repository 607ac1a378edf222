import { base58 } from '@scure/base'
import type { Address } from '@solana/kit'
import * as z from 'zod/mini'
import { RpcError, rpcErrorCodes } from './rpcError.js'

const decodesTo = (length: number) => (text: string) => {
  try {
    return base58.decode(text).length === length
  } catch {
    return false
  }
}

/** A base58 address of exactly 32 bytes. */
export const addressParameter = z.pipe(
  z.string().check(z.refine(decodesTo(32), 'Invalid param: WrongSize')),
  z.transform((text) => text as Address),
)

/** A base58 transaction signature of exactly 64 bytes. */
export const signatureParameter = z.string().check(z.refine(decodesTo(64), 'Invalid param: WrongSize'))

/** A whole number that is not negative, such as an amount of lamports. */
export const unsignedParameter = z.number().check(z.int(), z.gte(0))

/** Options about the form of account data. */
export const accountOptions = z.nullish(
  z.object({
    encoding: z.nullish(z.enum(['base58', 'base64', 'jsonParsed'])),
    dataSlice: z.nullish(z.object({ offset: unsignedParameter, length: unsignedParameter })),
  }),
)

/** What {@link accountOptions} parses to. */
export type AccountOptions = z.infer<typeof accountOptions>

/** Drops the nulls that JSON callers send for absent options. */
export const encodingOptions = (options: AccountOptions) => ({
  encoding: options?.encoding ?? undefined,
  dataSlice: options?.dataSlice ?? undefined,
})

/** Parses the positional parameters of a method. Throws an invalid-params {@link RpcError}. */
export function parseParameters<T extends z.ZodMiniType>(
  schema: T,
  parameters: readonly unknown[],
): z.infer<T> {
  const result = z.safeParse(schema, parameters)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.length ? ` (parameter ${issue.path.join('.')})` : ''
  throw new RpcError(
    rpcErrorCodes.invalidParams,
    `Invalid params: ${issue?.message ?? 'unexpected value'}${place}`,
  )
}
