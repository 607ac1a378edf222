import { describeFound } from '../describeFound.js'
import { check, eventually, pause } from '../suite.js'
import type { ConnectorRun } from './runConnector.js'

/** Milliseconds in which a connector that goes on telling does so. */
export const settleTime = 30
/** Milliseconds that cleaning up may take. */
const cleaningTime = 1_000

/**
 * Checks that a connector tells nothing any more and has left nothing: changes the wallet, and waits for late words.
 *
 * @param before How many listeners the wallet had before.
 * @param after What has happened, for the sentence: `disconnect()`.
 */
export async function checkQuiet(
  run: ConnectorRun,
  before: number | undefined,
  after: string,
): Promise<void> {
  const { changes, harness, watch } = run
  changes.length = 0
  await run.change('account')
  await run.change('network')
  await pause(settleTime)
  check(
    changes.length === 0,
    `no report after ${after}, found ${describeFound(changes)}`,
    'remove every listener, and call onChange no more',
  )
  const isClean = () => watch.left().length === 0
  check(
    await eventually(isClean, cleaningTime),
    `nothing left on the page after ${after}, found ${watch.left().join(', ')}`,
    'stop every timer, channel and listener that the connection began',
  )
  const hasLeft = () => (harness.listeners?.() ?? 0) <= (before ?? 0)
  check(
    await eventually(hasLeft, cleaningTime),
    `no listener left at the wallet after ${after}, found ${harness.listeners?.()} where there were ${before}`,
    'remove every listener that the connection added',
  )
}
