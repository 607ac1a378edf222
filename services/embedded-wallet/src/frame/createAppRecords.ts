import type { RequestPayload } from '@latchkey/plugin-email-auth/protocol'
import { type AppWords, readAppName } from './appWords.js'
import type { FrameSession } from './createSession.js'
import type { FrameStorage } from './frameStorage.js'
import type { Screen } from './screen.js'

export interface AppRecords {
  /** Keeps what the app says of itself, until it says something else. */
  tell(told: RequestPayload<'syncDappData'>): void
  read(): AppWords
  /** The same screen. What the person approves on it makes the app a known one. */
  readonly screen: Screen
}

interface AppRecordsParts {
  readonly session: Pick<FrameSession, 'person'>
  readonly storage: Pick<FrameStorage, 'readApproved' | 'writeApproved'>
  readonly screen: Screen
}

/** Keeps what the app says of itself, and whether this person has approved it before. */
export function createAppRecords({ session, storage, screen }: AppRecordsParts): AppRecords {
  let told: Pick<RequestPayload<'syncDappData'>, 'metadata' | 'networks'> = {}
  return {
    tell(next) {
      told = next
    },
    read() {
      const name = readAppName(told.metadata?.name)
      const person = session.person()
      return {
        ...(name === undefined ? {} : { name }),
        isKnown: person !== undefined && storage.readApproved(person),
        networks: told.networks ?? [],
      }
    },
    screen: {
      async ask(question, signal) {
        const person = session.person()
        const answer = await screen.ask(question, signal)
        if (question.view === 'approve' && person !== undefined) storage.writeApproved(person)
        return answer
      },
    },
  }
}
