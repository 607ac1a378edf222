import { type Hex, hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { invalidParams, readParams, readText } from '../readParams.js'
import { signInWarning } from '../signInWarning.js'
import { addressOn, type EvmContext, requireOwn } from './shapes.js'
import { askedBy } from '../facts.js'
import { say } from '../../words/say.js'

const isAddressLike = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text)

/** `personal_sign`: EIP-191, version 0x45. @throws FrameError */
export async function personalSign(params: unknown, context: EvmContext): Promise<Hex> {
  const { message, from } = readMessage(params, context.chainId)
  requireOwn(from, context)
  const raw = readBytes(message)
  const text = raw ? readText(hexToBytes(raw)) : message
  const warning = signInWarning(text ?? '', context)
  await context.screen.ask(
    {
      view: 'approve',
      title: say`Sign a message`,
      facts: [askedBy(context), { name: say`Message`, value: text ?? message }],
      ...(warning === undefined ? {} : { warning }),
      raw: message,
      accept: say`Sign`,
      refuse: say`Decline`,
    },
    context.signal,
  )
  const account = privateKeyToAccount(await context.key())
  const signature = await account.signMessage({ message: raw ? { raw } : message })
  return context.finish ? context.finish(signature) : signature
}

/**
 * The message stands first, and some apps write it last. Only the one of the two that can't be an address tells them apart:
 * when both could be, the order is the usual one.
 */
function readMessage(params: unknown, chainId: number): { readonly message: string; readonly from: string } {
  const [first, second] = readParams(z.tuple([z.string(), z.string()], z.unknown()), params)
  const isReversed = isAddressLike(first) && !isAddressLike(second)
  const [message, from] = isReversed ? [second, first] : [first, second]
  return { message, from: readParams(addressOn(chainId), from) }
}

/** The bytes that a message is written as, or nothing for one that is text. */
export function readBytes(message: string): Hex | undefined {
  if (!/^0x[0-9a-fA-F]*$/.test(message)) return undefined
  if (message.length % 2 === 0) return message as Hex
  throw invalidParams(
    'The message starts as bytes do, with 0x, and has an odd number of hex digits. Send the hex of its UTF-8 bytes.',
  )
}
