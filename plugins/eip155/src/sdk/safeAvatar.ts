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
  const [, kind = 'ipfs', path] = /^ipfs:\/\/(?:(ipfs|ipns)\/)?([\w./-]+)$/.exec(text) ?? []
  if (path !== undefined) return path.includes('..') ? undefined : onGateway(kind, path, options.ipfsGateway)
  if (!URL.canParse(text)) return undefined
  const { protocol, host, href } = new URL(text)
  return protocol === 'https:' && options.avatarHosts?.includes(host) ? href : undefined
}

/** A gateway serves changing names (IPNS) beside what never changes, under a folder of their own. */
function onGateway(kind: string, path: string, given: string | undefined): string | undefined {
  const gateway = given?.replace(/\/*$/, '/')
  if (kind === 'ipfs' || gateway === undefined) return gateway && `${gateway}${path}`
  return gateway.endsWith('/ipfs/') ? `${gateway.slice(0, -'ipfs/'.length)}ipns/${path}` : undefined
}
