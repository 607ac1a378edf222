import { check } from '../suite.js'
import type { CapabilityRun } from './runCapability.js'

/** Checks that a call opened the wallet once. `before`: how often it had been opened. */
export function checkAskedOnce({ harness }: CapabilityRun, before: number, call: string): void {
  const count = harness.prompts && harness.prompts() - before
  check(
    count === undefined || count === 1,
    `${call} to open the wallet once, found ${count} requests`,
    'ask the wallet once',
  )
}
