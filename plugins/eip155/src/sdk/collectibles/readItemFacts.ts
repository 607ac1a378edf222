import * as z from 'zod/mini'
import { type AvatarOptions, safeAvatar } from '../safeAvatar.js'

/** What an item says of itself (ERC-721 and ERC-1155 metadata). */
export interface ItemFacts {
  readonly name?: string
  readonly image?: string
}

const schema = z.object({
  name: z.optional(z.string()),
  image: z.optional(z.string()),
})
/** Milliseconds for one host, and bytes of an answer. */
const timeout = 5_000
const sizeLimit = 200_000
const embedded = /^data:application\/json((?:;[^,;]+)*),(.*)$/is

/**
 * Reads what a link leads to: a document in the link itself, or one on a host or an IPFS gateway that the app lists. The
 * maker of an item chooses its link, so nobody else is asked. Nothing readable is no fault: the item has no name then.
 */
export async function readItemFacts(link: string, id: bigint, options: AvatarOptions): Promise<ItemFacts> {
  try {
    const text = await read(link.trim().replaceAll('{id}', id.toString(16).padStart(64, '0')), options)
    const facts = text === undefined ? undefined : schema.safeParse(JSON.parse(text))
    return facts?.success
      ? {
          ...(facts.data.name === undefined ? {} : { name: facts.data.name }),
          ...(facts.data.image === undefined ? {} : { image: facts.data.image }),
        }
      : {}
  } catch {
    return {}
  }
}

async function read(link: string, options: AvatarOptions): Promise<string | undefined> {
  const [, parameters = '', content] = embedded.exec(link) ?? []
  if (content !== undefined) {
    if (!/;base64$/i.test(parameters)) return decodeURIComponent(content)
    return new TextDecoder().decode(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)))
  }
  // The rule for pictures is the rule for documents: only hosts that the app lists.
  const url = link.startsWith('data:') ? undefined : safeAvatar(link, options)
  return url === undefined ? undefined : fetchText(url)
}

async function fetchText(url: string): Promise<string | undefined> {
  const response = await fetch(url, {
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeout),
  })
  const text = response.ok ? await response.text() : ''
  return text === '' || text.length > sizeLimit ? undefined : text
}
