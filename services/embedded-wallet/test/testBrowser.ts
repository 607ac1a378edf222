import { FrameError, type FrameErrorCode } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import { createLogins } from '../src/frame/createLogins.js'
import { createSession, type FrameSession, type SignedIn } from '../src/frame/createSession.js'
import { createFrameStorage, openStorage } from '../src/frame/frameStorage.js'
import type { Ask } from '../src/frame/serviceClient.js'
import { appOrigin } from './startService.js'

type Handlers = Required<ReturnType<typeof createLogins>>

/** One frame in a tab, from its load to the next. */
interface Frame {
  readonly logins: Handlers
  readonly session: FrameSession
  /** Whether the app was told that the person is no longer signed in. */
  isEnded: boolean
}

/** A tab of an app with the wallet's frame in it: the frame's own logins and session, over HTTP. */
export interface TestTab {
  readonly frame: Frame
  readonly ask: Ask
  /** How often the frame was loaded. */
  readonly loads: number
  /** The person who signed in here since the frame was loaded. */
  signedInAs: string | undefined
  /** The answer of the person's passkeys when the frame asks for one. */
  passkey: (signal: AbortSignal) => Promise<SignedIn>
  /** Called with each answer of the service before the frame has it. */
  onAnswer: (path: string) => Promise<unknown> | undefined
  /** Loads the frame anew: what it kept in memory is gone. */
  reload(): void
}

/** A request of a frame, and how the service answered it. */
export interface Exchange {
  readonly path: string
  readonly body: object
  readonly status: number
  readonly answer: { readonly [name: string]: unknown }
}

/** A person's browser: tabs that share what the frame keeps. */
export interface TestBrowser {
  readonly exchanges: Exchange[]
  open(): TestTab
}

/** @param url Where the service listens. */
export function createTestBrowser(url: string): TestBrowser {
  const exchanges: Exchange[] = []
  const values = openStorage(() => {
    throw new Error('Memory stands in for what a browser keeps.')
  })

  async function send(path: string, body: object, access: string | undefined): Promise<Exchange> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'latchkey-app-origin': appOrigin,
        ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
      },
      body: JSON.stringify(body),
    })
    const exchange = {
      path,
      body,
      status: response.status,
      answer: (await response.json()) as Exchange['answer'],
    }
    exchanges.push(exchange)
    return exchange
  }

  function open(): TestTab {
    const ask: Ask = async (path, body, shape, access) => {
      const { status, answer } = await send(path, body, access)
      await tab.onAnswer(path)
      if (status !== 200) throw new FrameError(answer['code'] as FrameErrorCode, String(answer['message']))
      return z.parse(shape, answer)
    }
    const load = (): Frame => {
      const storage = createFrameStorage(values, appOrigin)
      const session = createSession(ask, storage, () => {
        frame.isEnded = true
      })
      const logins = createLogins({ ask, session, storage }, { logIn: (signal) => tab.passkey(signal) })
      const frame: Frame = { logins: logins as Handlers, session, isEnded: false }
      return frame
    }
    const tab: { -readonly [key in keyof TestTab]: TestTab[key] } = {
      frame: load(),
      ask,
      loads: 1,
      signedInAs: undefined,
      passkey: () => Promise.reject(new FrameError('user_rejected')),
      onAnswer: () => undefined,
      reload() {
        tab.frame = load()
        tab.loads += 1
        tab.signedInAs = undefined
      },
    }
    return tab
  }
  return { exchanges, open }
}
