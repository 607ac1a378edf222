import { readField } from '@latchkey/kernel/chain'
import { plainText } from '@latchkey/kernel/plugin'

/** What a wallet says of itself, cut and checked. It may be anything: a name proves nothing. */
export interface Peer {
  /** At most 60 visible characters. 'The wallet' where it gave none. */
  readonly name: string
  /** An https picture. */
  readonly icon?: string
}

const longestLink = 2_048

export function peerOf(metadata: unknown): Peer {
  const name = plainText(readField(metadata, 'name'), 60) || 'The wallet'
  const icon = firstPicture(readField(metadata, 'icons'))
  return { name, ...(icon ? { icon } : {}) }
}

function firstPicture(icons: unknown): string | undefined {
  if (!Array.isArray(icons)) return undefined
  return icons.slice(0, 10).find(isPicture)
}

function isPicture(link: unknown): link is string {
  return (
    typeof link === 'string' &&
    link.length <= longestLink &&
    /^https:\/\/[^\s"'<>\\@]+$/i.test(link) &&
    URL.canParse(link)
  )
}
