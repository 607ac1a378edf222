import * as z from 'zod/mini'
import { ServiceError } from '../../serviceError.js'

const timeout = 10_000
const bodyLimit = 256 * 1024

const channelShape = z.object({
  channelToken: z.string().check(z.regex(/^[\w-]{8,200}$/)),
  url: z.string().check(z.maxLength(2048), z.url({ protocol: /^https?$/ })),
})
export const completedShape = z.object({
  state: z.literal('completed'),
  message: z.string().check(z.minLength(1), z.maxLength(8192)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,49152}$/)),
  username: z.optional(z.unknown()),
})
export type SignedRequest = z.infer<typeof completedShape>

/** What the person is asked to sign (FIP-11, which is EIP-4361 with a statement and a resource of its own). */
export interface SignatureRequest {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly expirationTime: string
}

export interface FarcasterRelay {
  /** Opens a channel. The link is for the person's Farcaster app, the token for the service that waits. */
  open(request: SignatureRequest): Promise<{ readonly channelToken: string; readonly url: string }>
  /** What the app signed, `undefined` before that, and `'gone'` once the channel is closed. It can be read only once. */
  read(channelToken: string): Promise<SignedRequest | undefined | 'gone'>
}

/**
 * Speaks to a Farcaster Auth relay. Its answers aren't trusted: their shape, size and time are checked, and redirects
 * aren't followed.
 *
 * @throws ServiceError service_unavailable
 */
export function createFarcasterRelay(relay: string): FarcasterRelay {
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(`${relay.replace(/\/+$/, '')}/v1/${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
    } catch (cause) {
      throw unavailable(cause)
    }
  }
  return {
    async open(request) {
      const response = await ask('channel', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...request, acceptAuthAddress: true }),
      })
      if (response.status !== 201) throw unavailable(new Error(`The relay answered ${response.status}.`))
      const { channelToken, url } = parse(channelShape, await readJson(response))
      // The link is opened on phones: over TLS, unless the relay itself is a local one.
      if (new URL(url).protocol !== 'https:' && new URL(relay).protocol === 'https:') {
        throw unavailable(new Error('The relay named a link without TLS.'))
      }
      return { channelToken, url }
    },
    async read(channelToken) {
      const response = await ask('channel/status', { headers: { authorization: `Bearer ${channelToken}` } })
      if (response.status === 202) {
        await response.body?.cancel()
        return undefined
      }
      if (response.status === 401 || response.status === 404) {
        await response.body?.cancel()
        return 'gone'
      }
      if (response.status !== 200) throw unavailable(new Error(`The relay answered ${response.status}.`))
      return parse(completedShape, await readJson(response))
    },
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > bodyLimit) throw new Error(`The relay's answer is larger than ${bodyLimit} bytes.`)
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw unavailable(cause)
  }
}

function parse<Shape extends z.core.$ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
  throw unavailable(parsed.error)
}

const unavailable = (cause: unknown) =>
  new ServiceError(
    503,
    'service_unavailable',
    "Farcaster can't be reached. Try again, or sign in another way.",
    {
      cause,
    },
  )
