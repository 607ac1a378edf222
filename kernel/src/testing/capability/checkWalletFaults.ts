import { hostileErrors } from '../hostileErrors.js'
import { rubbish } from './rubbish.js'
import { type CapabilityRun, codedFailure } from './runCapability.js'

/** Checks that a call takes no rubbish from the wallet, and tells whatever the wallet throws in an error of ours. */
export async function checkWalletFaults(
  { harness, limit }: CapabilityRun,
  call: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  for (const value of harness.answers ? rubbish : []) {
    harness.answers?.(value)
    await codedFailure(ask, `${call} when the wallet answers ${JSON.stringify(value) ?? 'undefined'}`, limit)
  }
  for (const [name, error] of harness.throws ? hostileErrors() : []) {
    harness.throws?.(error)
    await codedFailure(ask, `${call} when the wallet throws ${name}`, limit)
  }
}
