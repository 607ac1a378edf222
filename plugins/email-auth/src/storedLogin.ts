import { guard, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import { type RedirectProvider, redirectProviders } from './protocol/providers.js'

/** What is remembered of a login, so that a page that is loaded again knows whether to make the frame. */
export interface StoredLogin {
  readonly email?: string
  readonly userName?: string
  /** What was logged in by: `email`, `passkey`, `token`, or a social provider. */
  readonly loggedInBy?: string
  /** CAIP-2 id of the network that was used last. */
  readonly networkId?: string
  /** Opaque; offered to a frame that cannot keep its session itself. */
  readonly token?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isShort = (value: unknown, limit: number) =>
  value === undefined || (typeof value === 'string' && value.length <= limit)

const isLogin = (value: unknown): value is StoredLogin =>
  isRecord(value) &&
  isShort(value['email'], 254) &&
  isShort(value['userName'], 200) &&
  isShort(value['loggedInBy'], 20) &&
  isShort(value['networkId'], 50) &&
  isShort(value['token'], 4096)

/** Present when a login was used before on this device. */
export const storedLogin = storageKey('emailAuth.login', guard(isLogin))

const isTime = (value: unknown): value is number => Number.isSafeInteger(value)

/** When the last email was asked for, in milliseconds since 1970. */
export const storedEmailTime = storageKey('emailAuth.emailAt', guard(isTime))

const isProvider = (value: unknown): value is RedirectProvider =>
  redirectProviders.includes(value as RedirectProvider)

/** The social login that is under way: the page may have left for it, as inside Telegram. */
export const storedSocial = storageKey('emailAuth.social', guard(isProvider))

const isNetworkList = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9][0-9]*(?:,[1-9][0-9]*)*$/.test(value)

/** EVM chain ids with smart accounts, separated by commas. */
export const storedSmartNetworks = storageKey('emailAuth.smartNetworks', guard(isNetworkList))

/** Deletes everything that is remembered of a login. */
export function forgetLogin(storage: StorageService): void {
  storage.remove(storedLogin)
  storage.remove(storedEmailTime)
  storage.remove(storedSocial)
  storage.remove(storedSmartNetworks)
}
