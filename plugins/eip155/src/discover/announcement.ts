import { plainText } from '@latchkey/kernel/plugin'
import { isEip1193Provider, type Eip1193Provider } from '../provider.js'

/** A wallet's announcement (EIP-6963), read once and made safe to show. */
export interface Announcement {
  readonly uuid: string
  /** Lower case. Anyone can claim any: it identifies, it proves nothing. */
  readonly rdns: string
  readonly name: string
  /** A `data:` picture, for `<img>` only. */
  readonly icon?: string
  readonly provider: Eip1193Provider
}

/** Characters of a data URI; the standard's 96 by 96 pixels need a tenth of it. */
const iconLength = 131_072
const rdnsPattern = /^[\w-]+(?:\.[\w-]+)*$/
const iconPattern = /^data:image\/[\w.+-]+[;,]/i

/** Reads the detail of an announcement, or answers `undefined` when it is not one. Never throws, never mutates. */
export function readAnnouncement(detail: unknown): Announcement | undefined {
  try {
    const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
    const { uuid, name, icon, rdns } = info
    if (typeof uuid !== 'string' || uuid === '' || uuid.length > 100) return undefined
    if (typeof rdns !== 'string' || rdns.length > 100 || !rdnsPattern.test(rdns)) return undefined
    if (typeof name !== 'string' || !isEip1193Provider(provider)) return undefined
    // What a plugin of ours announces to other libraries has its own entry in the modal.
    if ('isLatchkey' in provider) return undefined
    return {
      uuid,
      rdns: rdns.toLowerCase(),
      name: plainText(name) || rdns,
      provider,
      ...(isPicture(icon) ? { icon } : {}),
    }
  } catch {
    return undefined
  }
}

/** Whether a value is an embedded picture of bounded size, for `<img>` only. */
function isPicture(value: unknown): value is string {
  return typeof value === 'string' && value.length <= iconLength && iconPattern.test(value)
}
