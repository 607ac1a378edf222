import { FrameError, loginWays } from '@latchkey/plugin-email-auth/protocol'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import type { FrameStorage, StoredSession } from './frameStorage.js'
import type { Ask } from './serviceClient.js'

export const signedIn = z.object({
  access: z.string(),
  refresh: z.string(),
  deviceToken: z.optional(z.string()),
  person: z.object({ id: z.string(), email: z.nullable(z.string()), userName: z.nullable(z.string()) }),
})
export type SignedIn = z.infer<typeof signedIn>

const personShape = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  provider: z.nullable(z.enum(loginWays)),
})
const refreshed = z.object({ access: z.string() })
const ended = z.object({})

export interface SessionEnd {
  /** Whether somebody else has signed in, in another tab. */
  readonly isReplaced: boolean
}

export interface FrameSession {
  /** The person whom this frame works for, in this app; nobody once another tab signed somebody else in. */
  person(): string | undefined
  /** Takes up whoever is signed in in this browser, and returns who that is. */
  takeUp(): string | undefined
  start(answer: SignedIn): void
  /** Who is signed in, and how. */
  read(): Promise<z.infer<typeof personShape>>
  /** Asks for the person who is signed in. @throws FrameError not_connected, session_expired */
  ask<Shape extends z.core.$ZodType>(path: string, body: object, shape: Shape): Promise<z.infer<Shape>>
  /** Signs the person out. Whoever signed in in another tab since stays signed in. */
  end(): Promise<void>
}

const isExpired = (error: unknown) => error instanceof FrameError && error.code === 'session_expired'

/** Tabs of one person share the session: two that refreshed it at once would end it for each other. */
const alone = <Value>(run: () => Promise<Value>): Promise<Value> =>
  navigator.locks ? navigator.locks.request('latchkey/refresh', run) : run()

const newToken = () => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))

/** The session of one app: a refresh token in storage, a short access token in memory. */
export function createSession(
  ask: Ask,
  storage: FrameStorage,
  onEnded: (how: SessionEnd) => void,
): FrameSession {
  const owner = createOwner(storage, onEnded)
  const tokens = createTokens(ask, storage, owner, onEnded)

  const askSignedIn: FrameSession['ask'] = async (path, body, shape) => {
    if (!owner.read()) throw new FrameError('not_connected', 'Sign in first.')
    const token = await tokens.access()
    try {
      return await ask(path, body, shape, token)
    } catch (error) {
      if (!isExpired(error)) throw error
      // It lived its time, or another tab of the person took a new token, which ended this one.
      tokens.drop(token)
      return ask(path, body, shape, await tokens.access())
    }
  }

  return {
    person: () => owner.read()?.person,
    takeUp() {
      const person = storage.readSession()?.person
      if (!owner.is(person)) tokens.put(undefined)
      owner.workFor(person)
      return person
    },
    start(answer) {
      owner.workFor(answer.person.id)
      storage.writeSession({ person: answer.person.id, refresh: answer.refresh })
      if (answer.deviceToken && answer.person.email)
        storage.writeDevice(answer.person.email, answer.deviceToken)
      tokens.put(answer.access)
    },
    read: () => askSignedIn('/v1/session/read', {}, personShape),
    ask: askSignedIn,
    async end() {
      try {
        if (owner.is(storage.readSession()?.person)) await askSignedIn('/v1/session/end', {}, ended)
      } finally {
        tokens.put(undefined)
        if (owner.is(storage.readSession()?.person)) storage.removeSession()
        owner.workFor(undefined)
      }
    },
  }
}

/** Whom this frame works for. Tabs share what is kept, and another one may sign somebody else in. */
interface Owner {
  /** The session of this frame's own person. The app is told once that it's another's by now. */
  read(): StoredSession | undefined
  is(person: string | undefined): boolean
  workFor(person: string | undefined): void
}

function createOwner(storage: FrameStorage, onEnded: (how: SessionEnd) => void): Owner {
  let own: string | undefined
  let isTold = false
  return {
    read() {
      const stored = storage.readSession()
      own ??= stored?.person
      if (stored === undefined || stored.person === own) return stored
      if (!isTold) onEnded({ isReplaced: true })
      isTold = true
      return undefined
    },
    is: (person) => person === own,
    workFor(person) {
      own = person
      isTold = false
    },
  }
}

interface Tokens {
  /** The access token, asked for where there is none. @throws FrameError not_connected, session_expired */
  access(): Promise<string>
  put(token: string | undefined): void
  /** Forgets a token that the service takes no more, unless there is a newer one. */
  drop(token: string): void
}

function createTokens(
  ask: Ask,
  storage: FrameStorage,
  owner: Owner,
  onEnded: (how: SessionEnd) => void,
): Tokens {
  // Good until the service says otherwise: the browser's clock may be wrong by more than a token lives.
  let access: string | undefined
  let refreshing: Promise<string> | undefined

  /** Whether nobody signed in, in another tab, since this was read. */
  const isNewest = ({ refresh }: StoredSession) => storage.readSession()?.refresh === refresh

  async function refresh(): Promise<string> {
    const stored = owner.read()
    if (!stored) throw new FrameError('not_connected', 'Sign in first.')
    // Kept before it is asked for: when the answer is lost, the same two are asked with again.
    const next = stored.next ?? newToken()
    storage.writeSession({ ...stored, next })
    try {
      const answer = await ask('/v1/session/refresh', { refresh: stored.refresh, next }, refreshed)
      if (isNewest(stored)) storage.writeSession({ person: stored.person, refresh: next })
      access = answer.access
      return answer.access
    } catch (error) {
      if (isExpired(error) && isNewest(stored)) {
        storage.removeSession()
        onEnded({ isReplaced: false })
      }
      throw error
    }
  }

  return {
    access() {
      if (access !== undefined) return Promise.resolve(access)
      refreshing ??= alone(refresh).finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    put(token) {
      access = token
    },
    drop(token) {
      if (access === token) access = undefined
    },
  }
}
