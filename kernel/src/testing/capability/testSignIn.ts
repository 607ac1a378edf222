import { SignIn } from '../../contracts/capabilities/signIn.js'
import { check } from '../suite.js'
import { checkAskedOnce } from './checkAskedOnce.js'
import { checkRejected } from './checkRejected.js'
import { checkWalletFaults } from './checkWalletFaults.js'
import { type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'

/** Members whose text must stand in what was signed, whatever the namespace's form is. */
const said = ['domain', 'statement', 'nonce'] as const

/** How a wallet signs in by its own feature (CAIP-122). */
export function testSignIn({ test }: CapabilityTests): void {
  test('signIn', 'asks the person once, and signs what was asked for with the account', async (run) => {
    if (!run.find(SignIn)) return
    const before = run.harness.prompts?.() ?? 0
    const request = signInRequest(run)
    const { answer } = await run.open(SignIn, 'signIn', request)
    checkAskedOnce(run, before, 'signIn()')
    check(
      run.harness.namespace.isSameAddress(answer.address, run.harness.account.address),
      `signIn() to sign in "${run.harness.account.address}", found "${answer.address}"`,
      'refuse the answer of another account',
    )
    for (const member of said) {
      check(
        answer.message.includes(request.input[member]),
        `the ${member} "${request.input[member]}" in the text that was signed`,
        'pass every member of the input on, and refuse an answer that says something else',
      )
    }
    check(
      new TextDecoder().decode(answer.signedMessage).includes(answer.message),
      'the text in the bytes that were signed',
      'answer in `signedMessage` exactly the bytes under the signature',
    )
    check(
      run.harness.verify === undefined || (await run.harness.verify(answer, answer.message)),
      'a signature of the account over the text',
      'answer the signature in the encoding that the namespace’s verifiers expect',
    )
  })

  test('signIn', 'says USER_REJECTED when the person declines', async (run) => {
    const capability = run.find(SignIn)
    if (!capability || !run.harness.reject) return
    run.harness.reject()
    const code = await codedFailure(() => capability.signIn(signInRequest(run)), 'signIn()', run.limit)
    checkRejected(code, 'signIn()')
  })

  test('signIn', 'takes no rubbish for a sign-in, and says it in an error of ours', async (run) => {
    const capability = run.find(SignIn)
    if (!capability) return
    await checkWalletFaults(run, 'signIn()', () => capability.signIn(signInRequest(run)))
  })
}

const signInRequest = ({ harness }: CapabilityRun) => ({
  account: harness.account,
  networkId: harness.networkId,
  provider: harness.provider,
  input: {
    domain: 'app.example',
    address: harness.account.address,
    statement: 'Sign in to the conformance suite.',
    uri: 'https://app.example/in',
    version: '1',
    nonce: 'suite1234567890',
    issuedAt: '2026-01-01T00:00:00.000Z',
  },
})
