import { type AccountId, parseAccountId } from '@latchkey/kernel/contracts'
import {
  BaseError,
  guard,
  type HttpService,
  type HttpStatusError,
  isKernelError,
} from '@latchkey/kernel/plugin'
import type { SiwxSession, SiwxStorageService } from '../SiwxStorage.js'

interface NonceAnswer {
  readonly nonce: string
}

interface SessionAnswer {
  readonly session: { readonly accountIds: readonly AccountId[]; readonly expiresAt: string }
}

const isNonce = guard(
  (value): value is NonceAnswer =>
    typeof value === 'object' &&
    value !== null &&
    typeof (value as NonceAnswer).nonce === 'string' &&
    /^[a-zA-Z0-9]{8,256}$/.test((value as NonceAnswer).nonce),
)

const isSession = guard((value): value is SessionAnswer => {
  const session = (value as Partial<SessionAnswer> | null)?.session
  return (
    Array.isArray(session?.accountIds) &&
    session.accountIds.every((id) => typeof id === 'string' && parseAccountId(id) !== undefined) &&
    typeof session.expiresAt === 'string'
  )
})

const isNothing = guard((value): value is undefined => value === undefined)

const what = 'The sign-in service'

/** The service's node was down: nothing is said of the signature. */
export const CHAIN_UNREACHABLE = 'CHAIN_UNREACHABLE'

/**
 * The backend contract of `@latchkey/plugin-siwx/server`: `nonce`, `authenticate`, `me` and `sign-out` below one
 * address of the page's own origin, with the session in a cookie no script reads.
 */
export function backendSessions(address: string, http: HttpService) {
  const route = (name: string) => {
    const base = new URL(address, globalThis.location?.href)
    return new URL(`${base.pathname.replace(/\/$/, '')}/${name}`, base).href
  }
  const credentials = 'same-origin'

  return {
    async nonce() {
      const request = { url: route('nonce'), method: 'POST', schema: isNonce, what, credentials } as const
      return (await http.request(request)).nonce
    },
    async list() {
      try {
        const { session } = await http.request({ url: route('me'), schema: isSession, what, credentials })
        return session.accountIds.map((accountId) => ({ accountId, expirationTime: session.expiresAt }))
      } catch (error) {
        if (isStatus(error) && error.status === 401) return []
        throw error
      }
    },
    async add(sessions: readonly SiwxSession[]) {
      const url = route('authenticate')
      try {
        await http.request({
          url,
          method: 'POST',
          body: bodyOf(sessions),
          schema: isSession,
          what,
          credentials,
        })
      } catch (error) {
        throw refusalOf(error) ?? error
      }
    },
    async remove() {
      await http.request({ url: route('sign-out'), method: 'POST', schema: isNothing, what, credentials })
    },
  } satisfies SiwxStorageService
}

function bodyOf(sessions: readonly SiwxSession[]): unknown {
  const [first] = sessions
  if (sessions.every(({ cacao }) => cacao)) return { cacaos: sessions.map(({ cacao }) => cacao) }
  if (!first || sessions.length > 1) {
    throw new BaseError('Only one account can sign in at a time.', { code: 'SIWX_SESSIONS_NOT_ONE' })
  }
  const { message, signature, signatureType, accountId } = first
  return { message, signature, account: accountId, ...(signatureType ? { signatureType } : {}) }
}

function isStatus(error: unknown): error is HttpStatusError {
  return isKernelError(error, 'HTTP_STATUS')
}

/** What the service said against it, with its stable code. */
function refusalOf(error: unknown): BaseError | undefined {
  if (!isStatus(error)) return undefined
  try {
    const { code, message } = JSON.parse(error.body).error
    if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]{2,63}$/.test(code)) return undefined
    return new BaseError(sentenceOf(code), {
      code,
      cause: error,
      metaMessages: [`The service says: ${String(message).slice(0, 200)}`],
    })
  } catch {
    // Not the contract's own answer: a proxy or an error page.
    return undefined
  }
}

const sentenceOf = (code: string) =>
  code === CHAIN_UNREACHABLE
    ? 'Couldn’t check your signature, because the network didn’t answer. Try again in a minute.'
    : 'The sign-in was refused. Try again.'
