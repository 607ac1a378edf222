import { BaseError, type Clock, isUserRejection, parse, type Schema, wait } from '@latchkey/kernel/plugin'
import { untilAborted } from '@latchkey/kernel/chain'
import { walletErrorFrom } from './safeDialect.js'
import { replySchema } from './safeSchemas.js'

/** The page that holds this one, asked by the protocol of Safe Apps. */
export interface SafeLink {
  /** Aborted when the connection is over. */
  readonly signal: AbortSignal
  /**
   * Asks the host.
   *
   * @param options.patience Milliseconds until an answer is given up; absent for what waits for a person.
   * @throws BaseError `SAFE_NO_ANSWER`, `SAFE_REFUSED`, `SAFE_DISCONNECTED`; `USER_REJECTED` where a person is waited for; of
   * `parse` for an answer of another form
   */
  ask<T>(method: string, params: unknown, options: AskOptions<T>): Promise<T>
  close(): void
}

interface AskOptions<T> {
  readonly schema: Schema<T>
  readonly patience?: number
  readonly signal?: AbortSignal
}

/** The release of the documented protocol that is spoken here. */
const sdkVersion = '9.1.0'

/**
 * Messages go to exactly one origin, and are taken from exactly that origin and from the window that holds this one. The ids
 * of questions are random, so that no other script can answer one.
 */
export function createSafeLink(origin: string, clock: Clock): SafeLink {
  const open = new Map<string, (reply: unknown) => void>()
  const ended = new AbortController()

  function hear(event: MessageEvent): void {
    if (event.origin !== origin || event.source !== window.parent) return
    const reply = replySchema.safeParse(event.data)
    if (!reply.success) return
    open.get(reply.data.id)?.(reply.data)
    open.delete(reply.data.id)
  }
  window.addEventListener('message', hear)

  function post(method: string, params: unknown): { readonly id: string; readonly reply: Promise<unknown> } {
    const id = crypto.randomUUID()
    window.parent.postMessage({ id, method, params, env: { sdkVersion } }, origin)
    return { id, reply: new Promise<unknown>((resolve) => open.set(id, resolve)) }
  }

  return {
    signal: ended.signal,
    async ask(method, params, { schema, patience, signal }) {
      const signals = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
      signals.throwIfAborted()
      const { id, reply } = post(method, params)
      const timer = new AbortController()
      const tooLate = wait(clock, patience ?? 0, timer.signal).then(() => {
        throw noAnswer(method)
      })
      tooLate.catch(() => undefined)
      try {
        const answer = await untilAborted(
          signals,
          patience === undefined ? reply : Promise.race([reply, tooLate]),
        )
        const read = replySchema.parse(answer)
        if (!read.success) throw refusal(method, read.error, patience === undefined)
        return parse(schema, read.data, `What Safe returned for ${method}`)
      } finally {
        timer.abort()
        open.delete(id)
      }
    },
    close() {
      window.removeEventListener('message', hear)
      open.clear()
      ended.abort(disconnected())
    },
  }
}

const disconnected = () =>
  new BaseError('The Safe was disconnected. Reload the page to connect it again.', {
    code: 'SAFE_DISCONNECTED',
  })

const noAnswer = (method: string) =>
  new BaseError('Safe didn’t answer. Reload Safe and open this app again.', {
    code: 'SAFE_NO_ANSWER',
    metaMessages: [`Asked: ${method}`],
  })

/** The host tells a refusal in words alone. Where no person is asked, the same words come from its service or a contract. */
function refusal(method: string, told: unknown, asksPerson: boolean): BaseError {
  const words = typeof told === 'string' ? told.slice(0, 500) : typeof told
  const said = walletErrorFrom(new Error(words), { wallet: 'Safe', method })
  if (asksPerson && isUserRejection(said)) return said
  return new BaseError('Safe couldn’t do this. Try again, or look at your Safe.', {
    code: 'SAFE_REFUSED',
    metaMessages: [`Asked: ${method}`, `Safe said: ${words}`],
  })
}
