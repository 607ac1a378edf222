import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import type { FrameParts } from './createHandlers.js'
import { type SignedIn, signedIn } from './createSession.js'
import { sayProblem } from './sayProblem.js'
import { createPasskeyInWindow } from './createPasskeyInWindow.js'
import { mayMakePasskeys } from './mayMakePasskeys.js'
import type { Question } from './screen.js'
import { createPasskey, creationOptions, getPasskey, type PasskeyAnswer, requestOptions } from './webAuthn.js'
import { say, type Sentence } from '../words/say.js'

const creation = z.object({ login: z.string(), options: creationOptions })
const request = z.object({ login: z.string(), options: requestOptions })
const nothing = z.object({})

const problem = say`That didn’t work. Try again, or choose another way.`
const known = say`This device has a passkey of your wallet already.`
const blocked = say`Your browser blocked the wallet’s window. Allow windows of this page, then try again.`
/** What the browser's error means for the person; the browser doesn't tell a refusal from a device without a passkey. */
const problems: Readonly<Record<string, Sentence>> = { InvalidStateError: known, BlockedError: blocked }
/** Devices without PRF (WebAuthn level 3, section 10.1.4). */
const loginOnly = {
  view: 'passkey',
  title: say`Your passkey signs you in`,
  text: say`This device’s passkeys can’t open a wallet. On a new device, you still need the recovery code or passkey that you have.`,
  accept: say`Done`,
} as const

/** Why a passkey wasn't added that the person can do without. */
const goesOn: ReadonlySet<string> = new Set(['user_rejected', 'limit_reached', 'too_many_requests'])

export interface FramePasskeys {
  /** Logs the person in by a passkey, or makes one for a new person. */
  logIn(signal: AbortSignal): Promise<SignedIn>
  /** Adds a passkey for the person who is signed in, as a way back into the wallet. */
  add(signal: AbortSignal): Promise<void>
  /** Offers {@link FramePasskeys.add} to a person who can do without, and goes on when they decline, or can't have another. */
  offer(signal: AbortSignal): Promise<void>
}

type Parts = Pick<FrameParts, 'ask' | 'session' | 'screen' | 'wallets'>

/** Passkeys, always after a press in this frame: browsers ask for one. */
export function createPasskeys(parts: Parts): FramePasskeys {
  return {
    async logIn(signal) {
      let warning: Sentence | undefined
      for (;;) {
        const tried = await tryIn(parts, signal, warning).catch((error: unknown) => {
          if (!(error instanceof FrameError) || error.code !== 'login_failed') throw error
          return { problem: sayProblem(error.message) }
        })
        if ('value' in tried) return tried.value
        warning = tried.problem
      }
    },
    add: (signal) =>
      addAsking(
        parts,
        {
          title: say`Add a passkey`,
          text: say`It signs you in, and opens your wallet on a new device.`,
          refuse: say`Cancel`,
        },
        signal,
      ),
    offer: (signal) =>
      addAsking(
        parts,
        {
          title: say`Open your wallet without the code`,
          text: say`This browser may forget your wallet when you close it. A passkey opens it the next time.`,
          refuse: say`Not now`,
        },
        signal,
      ).catch((error: unknown) => {
        if (!(error instanceof FrameError) || !goesOn.has(error.code)) throw error
      }),
  }
}

/** Asks once which passkey to use, and signs in by it. */
async function tryIn(
  { ask, screen, wallets }: Parts,
  signal: AbortSignal,
  warning: Sentence | undefined,
): Promise<Tried<SignedIn>> {
  // Asked for before the press, which browsers forget while something is loaded.
  const known = await ask('/v1/login/passkey/start', {}, request)
  const fresh = await ask('/v1/login/passkey/new/start', {}, creation)
  const choice = await screen.ask(
    {
      view: 'passkey',
      title: say`Sign in with a passkey`,
      text: say`Your device asks for your fingerprint, face or screen lock.`,
      ...(warning === undefined ? {} : { warning }),
      other: { label: say`Make a new passkey`, answer: 'new' },
      accept: say`Use passkey`,
      refuse: say`Cancel`,
    },
    signal,
  )
  const isNew = choice === 'new'
  const tried = await attempt(() => (isNew ? make(fresh.options, signal) : getPasskey(known.options, signal)))
  if ('problem' in tried) return tried
  const { login } = isNew ? fresh : known
  const path = isNew ? '/v1/login/passkey/new/finish' : '/v1/login/passkey/finish'
  const answered = await ask(path, { login, response: tried.value.response }, signedIn)
  wallets.offerPasskey(answered.person.id, tried.value.output)
  return { value: answered }
}

/** Asks until a passkey is added, or the person declines. */
async function addAsking(
  { session, screen, wallets }: Parts,
  texts: Pick<Question, 'title' | 'text' | 'refuse'>,
  signal: AbortSignal,
): Promise<void> {
  let warning: Sentence | undefined
  await wallets.requireRoom()
  for (;;) {
    const { login, options } = await session.ask('/v1/passkey/start', {}, creation)
    const shown = { ...texts, ...(warning === undefined ? {} : { warning }) }
    await screen.ask({ view: 'passkey', ...shown, accept: say`Add passkey` }, signal)
    const tried = await attempt(() => make(options, signal))
    if ('problem' in tried) {
      warning = tried.problem
      continue
    }
    const { response, output } = tried.value
    await session.ask('/v1/passkey/finish', { login, response }, nothing)
    if (output) await wallets.addRecovery({ kind: 'passkey', output })
    else await screen.ask(loginOnly, signal)
    return
  }
}

/** Where browsers refuse it in a frame, a window makes the passkey, which the same press has to open. */
const make = (options: z.infer<typeof creationOptions>, signal: AbortSignal): Promise<PasskeyAnswer> =>
  mayMakePasskeys() ? createPasskey(options, signal) : createPasskeyInWindow(options, signal)

type Tried<Value> = { readonly value: Value } | { readonly problem: Sentence }

/** Returns a problem where the browser made or found no passkey: browsers don't say whether the person refused. */
async function attempt<Value>(run: () => Promise<Value>): Promise<Tried<Value>> {
  try {
    return { value: await run() }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return { problem: problems[error.name] ?? problem }
  }
}
