import { admitCapability } from '../../contracts/admitCapability.js'
import { describeFound } from '../describeFound.js'
import { check } from '../suite.js'
import type { CapabilityTests } from './runCapability.js'

/** Checks that each capability has its functions, before any of them is asked. */
export function testFunctions({ test }: CapabilityTests): void {
  test('functions', 'has every function of each contract', async ({ harness }) => {
    for (const entry of harness.namespace.capabilities) {
      admitCapability(entry, (error) => {
        throw error
      })
      for (const stated of entry.token.checked?.asks ?? []) {
        const name = stated.replace('?', '')
        const member: unknown = Reflect.get(entry.value as object, name)
        check(
          typeof member === 'function' || (member === undefined && name !== stated),
          `"${entry.token.id}" to have the function ${name}(), found ${describeFound(member)}`,
          name === stated ? 'implement it: the contract requires it' : 'implement it, or leave it out',
        )
      }
    }
  })
}
