import { describeFound } from '../describeFound.js'
import { check } from '../suite.js'
import type { ConnectorHarness } from './connectorHarness.js'

/** Has the wallet take its time. Returns what lets it answer. */
export function holdWallet(harness: ConnectorHarness): () => void | Promise<void> {
  const release = harness.hold?.()
  check(
    typeof release === 'function',
    `hold() of the harness to return a function, found ${describeFound(release)}`,
    'return the function that lets the wallet answer',
  )
  return release
}
