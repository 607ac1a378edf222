import { guard, storageKey } from '@latchkey/kernel/plugin'
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

/** Characters. */
const limits = { email: 254, userName: 200, loggedInBy: 20, networkId: 50, token: 4096 }

const isLogin = (value: unknown): value is StoredLogin =>
  isRecord(value) &&
  Object.entries(limits).every(([name, limit]) => {
    const text = value[name]
    return text === undefined || (typeof text === 'string' && text.length <= limit)
  })

/** Present when a login was used before on this device. */
export const storedLogin = storageKey('emailAuth.login', guard(isLogin))

const isTime = (value: unknown): value is number => Number.isSafeInteger(value)

/** When the last email was asked for, in milliseconds since 1970. */
export const storedEmailTime = storageKey('emailAuth.emailAt', guard(isTime))

const isProvider = (value: unknown): value is RedirectProvider =>
  redirectProviders.includes(value as RedirectProvider)

/** The social login that is under way: the page may have left for it, as inside Telegram. */
export const storedSocial = storageKey('emailAuth.social', guard(isProvider))
