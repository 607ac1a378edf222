import { SignTransaction } from '../../contracts/capabilities/signTransaction.js'
import { check } from '../suite.js'
import { checkAskedOnce } from './checkAskedOnce.js'
import { checkRejected } from './checkRejected.js'
import { checkWalletFaults } from './checkWalletFaults.js'
import { type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'

/** How a transaction is signed for an app that sends it itself. */
export function testSignTransaction({ test }: CapabilityTests): void {
  test('signTransaction', 'asks the person once, and returns the signed bytes', async (run) => {
    const request = signRequest(run)
    if (!request) return
    const before = run.harness.prompts?.() ?? 0
    const given = request.transaction.slice()
    const { answer } = await run.open(SignTransaction, 'sign', request)
    checkAskedOnce(run, before, 'sign() of SignTransaction')
    check(
      request.transaction.every((byte, at) => byte === given[at]),
      'the bytes that were given to stay as they are, found that they changed',
      'sign a copy: the app may show or keep its own',
    )
    check(
      run.harness.verifyTransaction === undefined || (await run.harness.verifyTransaction(answer)),
      'a transaction signed by the account',
      'answer the wire form that the wallet signed, not the one that was given',
    )
  })

  test('signTransaction', 'says USER_REJECTED when the person declines', async (run) => {
    const request = signRequest(run)
    const capability = run.find(SignTransaction)
    if (!request || !capability || !run.harness.reject) return
    run.harness.reject()
    const code = await codedFailure(() => capability.sign(request), 'sign() of SignTransaction', run.limit)
    checkRejected(code, 'sign() of SignTransaction')
  })

  test(
    'signTransaction',
    'takes no rubbish for signed bytes, and says it in an error of ours',
    async (run) => {
      const request = signRequest(run)
      const capability = run.find(SignTransaction)
      if (!request || !capability) return
      await checkWalletFaults(run, 'sign() of SignTransaction', () => capability.sign(request))
    },
  )
}

function signRequest(run: CapabilityRun) {
  const { account, networkId, provider, inputs } = run.harness
  if (!run.find(SignTransaction) || !inputs.transaction) return undefined
  return { account, networkId, provider, transaction: inputs.transaction.slice() }
}
