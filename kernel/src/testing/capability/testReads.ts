import { Balance } from '../../contracts/capabilities/balance.js'
import { TokenFacts } from '../../contracts/capabilities/tokenFacts.js'
import type { Amount } from '../../contracts/capabilities/amount.js'
import { check, failureInTime } from '../suite.js'
import { type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'

/** Checks balances and facts of tokens. */
export function testReads({ test }: CapabilityTests): void {
  test('balance', 'reads the coin in its smallest unit, as the network states it', async (run) => {
    if (!run.find(Balance)) return
    const { answer } = await run.ask(Balance, 'native', addressed(run))
    checkCoin(run, answer, 'native() of Balance')
  })

  test('balance', 'reads the tokens that it is asked for, in their decimals', async (run) => {
    if (!run.find(Balance)?.tokens || !run.harness.inputs.token) return
    const { networkId, account } = run.harness
    if (!run.find(TokenFacts)) return
    const token = (await run.ask(TokenFacts, 'read', tokenRequest(run, run.harness.inputs.token))).answer
    const request = { networkId, address: account.address, tokens: [token] }
    const [amount, ...more] = (await run.ask(Balance, 'tokens', request)).answer
    check(
      amount?.token.address === token.address && more.length === 0,
      `tokens() of Balance to answer "${token.address}" alone, found ${amount?.token.address} and ${more.length} more`,
      'answer exactly the tokens of the list',
    )
    check(
      amount.decimals === token.decimals,
      `the ${token.decimals} decimals that TokenFacts reads, found ${amount.decimals}`,
      'read the decimals of the token itself',
    )
  })

  testNode({ test })
  testTokenFacts({ test })
}

function testNode({ test }: CapabilityTests): void {
  test('balance', 'gives up when the signal is aborted', async (run) => {
    const balance = run.find(Balance)
    if (!balance || !run.harness.nodeHangs) return
    run.harness.nodeHangs()
    const controller = new AbortController()
    const pending = balance.native({ ...addressed(run), signal: controller.signal })
    controller.abort()
    const call = 'native() of Balance whose signal was aborted'
    await failureInTime(call, () => pending, run.limit, 'pass the signal on, or race with `untilAborted`')
  })

  test('balance', 'says in a coded error that the node failed', async (run) => {
    const balance = run.find(Balance)
    if (!balance || !run.harness.nodeFails) return
    run.harness.nodeFails()
    await codedFailure(
      () => balance.native(addressed(run)),
      'native() of Balance with a failing node',
      run.limit,
    )
  })
}

function testTokenFacts({ test }: CapabilityTests): void {
  test('tokenFacts', 'reads a token, and says TOKEN_NOT_FOUND where none is', async (run) => {
    const facts = run.find(TokenFacts)
    const { token, noToken } = run.harness.inputs
    if (facts && token) {
      const { answer } = await run.ask(TokenFacts, 'read', tokenRequest(run, token))
      check(
        run.harness.namespace.isSameAddress(answer.address, token) || answer.address === token,
        `read() of TokenFacts to answer the token "${token}", found "${answer.address}"`,
        'answer the address that was asked for',
      )
    }
    if (!facts || !noToken) return
    const code = await codedFailure(
      () => facts.read(tokenRequest(run, noToken)),
      'read() of TokenFacts where no token is',
      run.limit,
    )
    check(code === 'TOKEN_NOT_FOUND', `the code TOKEN_NOT_FOUND, found ${code}`, 'say that no token is there')
  })
}

export const addressed = ({ harness }: CapabilityRun) => ({
  networkId: harness.networkId,
  address: harness.account.address,
})

const tokenRequest = (run: CapabilityRun, token: string) => ({ ...addressed(run), token })

/** Checks that an amount is one of the network's coin. */
export function checkCoin({ harness }: CapabilityRun, amount: Amount, what: string): void {
  const coin = harness.namespace.networks.find(({ id }) => id === harness.networkId)?.nativeCurrency
  check(
    coin,
    `"${harness.networkId}" among the networks of the namespace`,
    'list it, or name a listed one in the harness',
  )
  check(
    amount.decimals === coin.decimals && amount.symbol === coin.symbol,
    `${what} in ${coin.symbol} with ${coin.decimals} decimals, found ${amount.symbol} with ${amount.decimals}`,
    'give the coin as the network states it',
  )
}
