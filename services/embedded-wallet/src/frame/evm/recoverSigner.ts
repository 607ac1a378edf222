import { type Hex, recoverMessageAddress } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../readParams.js'
import { readBytes } from './personalSign.js'

const signature = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{130}$/, 'A signature is 0x and 130 hex digits: r, s and v'))

/**
 * `personal_ecRecover`: the address whose key signed a message by EIP-191. It's computed from what the app sent, so
 * it reveals nothing that the app couldn't compute itself.
 *
 * @throws FrameError -32602
 */
export async function recoverSigner(params: unknown): Promise<Hex> {
  const [message, signed] = readParams(z.tuple([z.string(), signature], z.unknown()), params) as [string, Hex]
  const raw = readBytes(message)
  try {
    const signer = await recoverMessageAddress({ message: raw ? { raw } : message, signature: signed })
    return signer.toLowerCase() as Hex
  } catch (cause) {
    throw invalidParams('This is no signature of that message.', cause)
  }
}
