import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import type { FrameParts } from './createHandlers.js'
import { type SignedIn, signedIn } from './createSession.js'
import { sayProblem } from './sayProblem.js'
import { createPasskey, creationOptions, getPasskey, requestOptions } from './webAuthn.js'
import { say, type Sentence } from '../words/say.js'

const creation = z.object({ login: z.string(), options: creationOptions })
const request = z.object({ login: z.string(), options: requestOptions })
const nothing = z.object({})

const problem = say`That didn’t work. Try again, or choose another way.`
const known = say`This device has a passkey of your wallet already.`
/** Devices without PRF (WebAuthn level 3, section 10.1.4). */
const loginOnly = {
  view: 'passkey',
  title: say`Your passkey signs you in`,
  text: say`This device’s passkeys can’t open a wallet. On a new device, you still need the recovery code or passkey that you have.`,
  accept: say`Done`,
} as const

export interface FramePasskeys {
  /** Logs the person in by a passkey, or makes one for a new person. */
  logIn(signal: AbortSignal): Promise<SignedIn>
  /** Adds a passkey for the person who is signed in, as a way back into the wallet. */
  add(signal: AbortSignal): Promise<void>
}

type Parts = Pick<FrameParts, 'ask' | 'session' | 'screen' | 'wallets'>

/** Passkeys, always after a press in this frame: browsers ask for one. */
export function createPasskeys({ ask, session, screen, wallets }: Parts): FramePasskeys {
  async function tryIn(signal: AbortSignal, warning: Sentence | undefined): Promise<SignedIn | undefined> {
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
    const answer = await attempt(() =>
      isNew ? createPasskey(fresh.options, signal) : getPasskey(known.options, signal),
    )
    if (!answer) return undefined
    const { login } = isNew ? fresh : known
    const path = isNew ? '/v1/login/passkey/new/finish' : '/v1/login/passkey/finish'
    const answered = await ask(path, { login, response: answer.response }, signedIn)
    wallets.offerPasskey(answered.person.id, answer.output)
    return answered
  }

  return {
    async logIn(signal) {
      let warning: Sentence | undefined
      for (;;) {
        const answered = await tryIn(signal, warning).catch((error: unknown) => {
          if (!(error instanceof FrameError) || error.code !== 'login_failed') throw error
          warning = sayProblem(error.message)
          return undefined
        })
        if (answered) return answered
        warning ??= problem
      }
    },
    async add(signal) {
      let warning: Sentence | undefined
      for (;;) {
        const { login, options } = await session.ask('/v1/passkey/start', {}, creation)
        await screen.ask(
          {
            view: 'passkey',
            title: say`Add a passkey`,
            text: say`It signs you in, and opens your wallet on a new device.`,
            ...(warning === undefined ? {} : { warning }),
            accept: say`Add passkey`,
            refuse: say`Cancel`,
          },
          signal,
        )
        const answer = await attempt(
          () => createPasskey(options, signal),
          (name) => {
            warning = name === 'InvalidStateError' ? known : problem
          },
        )
        if (!answer) continue
        await session.ask('/v1/passkey/finish', { login, response: answer.response }, nothing)
        if (answer.output) await wallets.addRecovery({ kind: 'passkey', output: answer.output })
        else await screen.ask(loginOnly, signal)
        return
      }
    },
  }
}

/**
 * Returns nothing when the person refused or has no passkey: browsers don't say which.
 *
 * @param onFailure called with the name of the browser's error
 */
async function attempt<Value>(
  run: () => Promise<Value>,
  onFailure: (name: string) => void = () => {},
): Promise<Value | undefined> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    onFailure(error.name)
    return undefined
  }
}
