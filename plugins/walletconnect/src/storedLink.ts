import { guard, storageKey } from '@latchkey/kernel/plugin'
import type { WalletLinks } from './deepLink.js'

// Another copy of the client library on the page moves keys of local storage that name WalletConnect, so none of these does.

/** The session to take up after a reload; the client library keeps the rest. */
export interface StoredSession {
  readonly topic: string
  /** Unix time in seconds. */
  readonly expiry: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const storedSession = storageKey(
  'pairing.session',
  guard(
    (value): value is StoredSession =>
      isRecord(value) &&
      typeof value['topic'] === 'string' &&
      /^[0-9a-f]{64}$/.test(value['topic']) &&
      Number.isSafeInteger(value['expiry']),
  ),
)

/** Names this kernel's part of the client library's store, so that two kernels on a page do not share sessions. */
export const storedPrefix = storageKey(
  'pairing.store',
  guard((value): value is string => typeof value === 'string' && /^[0-9a-z-]{8,40}$/.test(value)),
)

const isLink = (value: unknown) => value === undefined || (typeof value === 'string' && value.length <= 2048)

/** Links of the wallet that was opened on this phone, to open it again for each request. */
export const storedLink = storageKey(
  'pairing.link',
  guard(
    (value): value is WalletLinks => isRecord(value) && isLink(value['native']) && isLink(value['universal']),
  ),
)
