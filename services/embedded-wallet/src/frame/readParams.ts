import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'

/** Returns the parameters of a method in the shape that they must have. @throws FrameError with the code -32602 */
export function readParams<Shape extends z.core.$ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = ['params', ...(issue?.path.map(String) ?? [])].join('.')
  throw invalidParams(`${place}: ${issue?.message ?? 'Invalid input'}`.slice(0, 300))
}

/** JSON-RPC 2.0, section 5.1: "Invalid method parameter(s)". */
export const invalidParams = (message: string, cause?: unknown) =>
  new FrameError('invalid_request', message, { rpcCode: -32602, cause })

/** EIP-1193: the app asked for an account that it may not use. */
export const foreignAccount = () =>
  new FrameError('invalid_request', 'This is not the address of the account that is signed in.', {
    rpcCode: 4100,
  })

/** The text that the bytes are, or nothing when they are no text. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
