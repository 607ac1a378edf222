import type { ProtocolClock } from './clock.js'
import { heartbeatPause, heartbeatsMissed } from './timeLimits.js'

export interface Heartbeat {
  /** Starts or stops asking; asking twice is asking once. */
  set(isNeeded: boolean): void
  answered(): void
  /** Whether the last pings were left unanswered. Stays so until something is heard, or asking starts again. */
  isMissed(): boolean
}

interface HeartbeatOptions {
  readonly clock: ProtocolClock
  ping(): void
  /** Called once several pings in a row stayed unanswered. */
  onGone(): void
}

/** Asks again and again whether the frame is still there. The frame's process may be killed, and no event tells. */
export function createHeartbeat({ clock, ping, onGone }: HeartbeatOptions): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined
  let unanswered = 0
  const stop = () => {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }
  const beat = () => {
    timer = clock.setTimeout(() => {
      if (unanswered >= heartbeatsMissed) {
        stop()
        onGone()
        return
      }
      unanswered += 1
      beat()
      ping()
    }, heartbeatPause)
  }
  return {
    set(isNeeded) {
      if (!isNeeded) stop()
      else if (timer === undefined) {
        unanswered = 0
        beat()
      }
    },
    answered() {
      unanswered = 0
    },
    isMissed: () => unanswered >= heartbeatsMissed,
  }
}
