import type { ClientOptions } from '../clients.js'

/** Characters of an embedded picture. */
const pictureLength = 131_072
const picturePattern = /^data:image\/[\w.+-]+[;,]/i

export type AvatarOptions = Pick<ClientOptions, 'avatarHosts' | 'ipfsGateway'>

/**
 * The picture an avatar record (ENSIP-12) may be shown as. A name's owner chooses the record, so only embedded pictures
 * and hosts that the app lists pass; NFT records are not followed.
 */
export function safeAvatar(record: string, options: AvatarOptions): string | undefined {
  const text = record.trim()
  if (picturePattern.test(text)) return text.length <= pictureLength ? text : undefined
  const path = /^ipfs:\/\/(?:ipfs\/)?([\w./-]+)$/.exec(text)?.[1]
  if (path !== undefined) {
    const gateway = options.ipfsGateway?.replace(/\/*$/, '/')
    return gateway === undefined || path.includes('..') ? undefined : `${gateway}${path}`
  }
  if (!URL.canParse(text)) return undefined
  const { protocol, host, href } = new URL(text)
  return protocol === 'https:' && options.avatarHosts?.includes(host) ? href : undefined
}
