import type { ConnectionChange } from '../../contracts/points/connector.js'

/** A wallet that is unlocked reports its accounts and its network: both are seen at once. */
const immediateLimit = 2

/** What one wallet reports, so that a wallet that reports without end costs a few changes of state and not one for each. */
export interface Reports {
  /** Applies the first changes of a task at once, and what follows in the same task together, when the task has ended. */
  tell(change: ConnectionChange): void
  /** Applies what waits for the end of the task. */
  flush(): void
  /** Whether something waits for the end of the task. */
  readonly isWaiting: boolean
}

/** @param apply Takes a sound change and returns whether the state changed. */
export function createReports(apply: (change: ConnectionChange) => boolean): Reports {
  let applied = 0
  let isCounting = false
  let waiting: ConnectionChange | undefined

  const flush = () => {
    const change = waiting
    waiting = undefined
    if (change) apply(change)
  }

  const startCounting = () => {
    if (isCounting) return
    isCounting = true
    runAfterTask(() => {
      isCounting = false
      applied = 0
      flush()
    })
  }

  return {
    tell(change) {
      if (applied >= immediateLimit) waiting = mergeChanges(waiting, change)
      else if (apply(change)) {
        applied += 1
        startCounting()
      }
    },
    flush,
    get isWaiting() {
      return waiting !== undefined
    },
  }
}

/** The two changes as one. Accounts are told as a whole, networks for each namespace. */
function mergeChanges(earlier: ConnectionChange | undefined, later: ConnectionChange): ConnectionChange {
  return {
    ...earlier,
    ...later,
    networks: { ...earlier?.networks, ...later.networks },
    approvedNetworks: { ...earlier?.approvedNetworks, ...later.approvedNetworks },
  }
}

/** Not a timer: a browser holds the timers of a page in the background back. */
function runAfterTask(callback: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    callback()
  }
  port2.postMessage(undefined)
}
