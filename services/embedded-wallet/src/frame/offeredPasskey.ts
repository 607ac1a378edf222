import type { RecoverySecret } from '../keys/index.js'
import type { FrameSession } from './createSession.js'

/** Holds a passkey's answer at the login, for the person whose passkey it is. */
export interface OfferedPasskey {
  offer(person: string | undefined, output: Uint8Array | undefined): void
  secret(): RecoverySecret | undefined
  /** Forgets it where it was offered for this person. */
  forgetOf(person: string | undefined): void
}

export function createOfferedPasskey(session: Pick<FrameSession, 'person'>): OfferedPasskey {
  let offered: { readonly person: string; readonly output: Uint8Array } | undefined
  const forget = () => {
    offered?.output.fill(0)
    offered = undefined
  }
  return {
    offer(person, output) {
      forget()
      if (person !== undefined && output) offered = { person, output }
    },
    secret: () =>
      offered !== undefined && offered.person === session.person()
        ? { kind: 'passkey', output: offered.output }
        : undefined,
    forgetOf(person) {
      if (offered?.person === person) forget()
    },
  }
}
