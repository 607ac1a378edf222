import { SignMessage } from '../../contracts/capabilities/signMessage.js'
import { check } from '../suite.js'
import { hostileErrors } from '../hostileErrors.js'
import { checkAskedOnce } from './checkAskedOnce.js'
import { checkRejected } from './checkRejected.js'
import { rubbish } from './rubbish.js'
import { type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'

const text = 'Hello from the conformance suite'

/** How messages are signed. */
export function testSigning({ test }: CapabilityTests): void {
  test('signMessage', 'asks the person once, and returns the account’s signature', async (run) => {
    if (!run.find(SignMessage)) return
    const before = run.harness.prompts?.() ?? 0
    const { answer } = await run.open(SignMessage, 'sign', signRequest(run, text))
    checkAskedOnce(run, before, 'sign()')
    check(
      run.harness.verify === undefined || (await run.harness.verify(answer, text)),
      'a signature of the account over the message that was given',
      'sign exactly the text, in the encoding that the namespace’s verifiers expect',
    )
  })

  test('signMessage', 'signs bytes as well as text', async (run) => {
    if (!run.find(SignMessage)) return
    const bytes = new TextEncoder().encode(text)
    const { answer } = await run.open(SignMessage, 'sign', signRequest(run, bytes))
    check(
      run.harness.verify === undefined || (await run.harness.verify(answer, text)),
      'a signature of the account over the bytes that were given',
      'sign the bytes as they are',
    )
  })

  test('signMessage', 'says USER_REJECTED when the person declines', async (run) => {
    const capability = run.find(SignMessage)
    if (!capability || !run.harness.reject) return
    run.harness.reject()
    const code = await codedFailure(() => capability.sign(signRequest(run, text)), 'sign()', run.limit)
    checkRejected(code, 'sign()')
  })

  test('signMessage', 'takes no rubbish for a signature', async (run) => {
    const capability = run.find(SignMessage)
    if (!capability || !run.harness.answers) return
    for (const value of rubbish) {
      run.harness.answers(value)
      await codedFailure(
        () => capability.sign(signRequest(run, text)),
        `sign() when the wallet answers ${JSON.stringify(value) ?? 'undefined'}`,
        run.limit,
      )
    }
  })

  test('signMessage', 'says it in an error of ours, whatever the wallet throws', async (run) => {
    const capability = run.find(SignMessage)
    if (!capability || !run.harness.throws) return
    for (const [name, error] of hostileErrors()) {
      run.harness.throws(error)
      await codedFailure(
        () => capability.sign(signRequest(run, text)),
        `sign() when the wallet throws ${name}`,
        run.limit,
      )
    }
  })
}

const signRequest = ({ harness }: CapabilityRun, message: string | Uint8Array) => ({
  account: harness.account,
  networkId: harness.networkId,
  provider: harness.provider,
  message,
})
