import { isKernelError } from '../../errors/base.js'
import { describeFound } from '../describeFound.js'
import { hostileErrors, isLure } from '../hostileErrors.js'
import { check, failureOf } from '../suite.js'
import type { ConnectorTests } from './runConnector.js'

const mend = 'map what the wallet throws by its dialect, for example with `rpcErrorFrom`'

/** Checks the errors that a person reads when a wallet fails. */
export function testErrors({ test }: ConnectorTests): void {
  test('errors', "says the wallet's own failure in a coded error", async ({ harness, connect }) => {
    if (!harness.fail) return
    harness.fail()
    const error = await failureOf(connect(), 'the connection to fail', mend)
    check(isKernelError(error), `one of our errors, found ${describeFound(error)}`, mend)
  })

  for (const [index, [name]] of hostileErrors().entries()) {
    test(
      'errors',
      `says it in words of ours when the wallet throws ${name}`,
      async ({ harness, connect }) => {
        if (!harness.throws) return
        harness.throws(hostileErrors()[index]?.[1])
        const error = await failureOf(connect(), 'the connection to fail', mend)
        check(isKernelError(error), `one of our errors for ${name}, found ${describeFound(error)}`, mend)
        check(
          !isLure(error.shortMessage),
          `no words of the wallet in "${error.shortMessage.slice(0, 80)}"`,
          'write the sentence yourself, and keep what the wallet said as the cause',
        )
      },
    )
  }
}
