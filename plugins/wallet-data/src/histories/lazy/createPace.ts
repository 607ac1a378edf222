import { type Clock, wait } from '@latchkey/kernel/plugin'

/** Lets one through, and the next one when its share of a second has passed: 0.5 per second is one in two seconds. */
export function createPace(clock: Clock, perSecond: number, signal: AbortSignal) {
  // no money: milliseconds
  const share = 1_000 / perSecond
  let free = Number.NEGATIVE_INFINITY
  let turn: Promise<void> = Promise.resolve()

  async function start(): Promise<void> {
    const delay = free - clock.now()
    if (delay > 0) await wait(clock, delay, signal)
    free = clock.now() + share
  }

  return (): Promise<void> => {
    turn = turn.then(start)
    return turn
  }
}
