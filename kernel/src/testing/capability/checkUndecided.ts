import { describeFound } from '../describeFound.js'
import { check, pause } from '../suite.js'

/** Milliseconds in which a plugin that does not wait for the chain would have answered. */
const decisionTime = 40

/** Checks that nothing is told before the chain has decided. */
export async function checkUndecided(pending: Promise<unknown>, call: string): Promise<void> {
  let early: unknown
  const keep = (told: unknown) => {
    early = told
  }
  pending.then(keep, keep)
  await pause(decisionTime)
  check(
    early === undefined,
    `${call} to wait for the chain, found ${describeFound(early)} before it had decided`,
    'settle only with what the chain says',
  )
}
