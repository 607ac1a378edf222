import { RequestNetwork, type NetworkRequest } from '../../contracts/capabilities/requestNetwork.js'
import { describeFound } from '../describeFound.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import { check } from '../suite.js'
import { checkRejected } from './checkRejected.js'
import { answerOf, type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'

/** How a wallet elsewhere is asked for a network. The suite plays the wallet: no other part is needed. */
export function testRequestNetwork({ test }: CapabilityTests): void {
  test('requestNetwork', 'asks only by methods that it names and the wallet allows', async (run) => {
    const capability = run.find(RequestNetwork)
    if (!capability) return
    const { methods } = capability
    check(
      Array.isArray(methods) &&
        methods.length > 0 &&
        methods.every((one) => typeof one === 'string' && one !== ''),
      `\`methods\` of RequestNetwork to be a list of names, found ${describeFound(methods)}`,
      'name each method that the wallet may be asked by',
    )
    const all = asking(run, { allows: () => true })
    await answerOf('request() of RequestNetwork', () => capability.request(all.request), run.limit)
    check(
      all.asked.length > 0,
      'request() of RequestNetwork to ask the wallet, found that it did not',
      'ask it',
    )
    const unnamed = all.asked.find((method) => !methods.includes(method))
    const refused: string[] = []
    for (const allowed of methods) {
      const one = asking(run, { allows: (method) => method === allowed })
      // It may need another method than this one, and says so.
      await Promise.resolve(capability.request(one.request)).catch(() => {})
      refused.push(...one.asked.filter((method) => method !== allowed))
    }
    const strange = unnamed ?? refused[0]
    check(
      strange === undefined,
      `the wallet to be asked by a method that it allows and \`methods\` names, found ${strange}`,
      'ask `allows` for each method first',
    )
  })

  test('requestNetwork', 'refuses a wallet that allows nothing', async (run) => {
    const capability = run.find(RequestNetwork)
    if (!capability) return
    const { request, asked } = asking(run, { allows: () => false })
    await codedFailure(
      () => Promise.resolve(capability.request(request)),
      'request() of RequestNetwork to a wallet that allows nothing',
      run.limit,
    )
    check(asked.length === 0, `nothing to be asked, found ${asked[0]}`, 'ask `allows` for each method first')
  })

  test('requestNetwork', 'says USER_REJECTED when the person declines', async (run) => {
    const capability = run.find(RequestNetwork)
    if (!capability) return
    const refusal = rpcErrorFrom({ code: 4001, message: 'User rejected the request.' }, { method: 'suite' })
    const { request } = asking(run, { fails: refusal })
    const code = await codedFailure(
      () => Promise.resolve(capability.request(request)),
      'request() of RequestNetwork',
      run.limit,
    )
    checkRejected(code, 'request() of RequestNetwork')
  })
}

interface Wallet {
  readonly allows?: (method: string) => boolean
  readonly fails?: unknown
}

/** A wallet that goes to every network it is asked for, unless it fails, and what it was asked by. */
function asking({ harness }: CapabilityRun, { allows = () => true, ...wallet }: Wallet) {
  const asked: string[] = []
  let agreed = false
  const request: NetworkRequest = {
    networkId: harness.networkId,
    wallet: 'Suite Wallet',
    allows,
    async ask({ method }) {
      asked.push(method)
      if ('fails' in wallet) throw wallet.fails
      agreed = true
      return null
    },
    isThere: async () => agreed,
  }
  return { request, asked }
}
