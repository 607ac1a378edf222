// The tokens of this package over real local nodes, without a data service.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Holdings, Names } from '@latchkey/kernel/contracts'
import { walletData } from './walletData.js'

describe('EVM', () => {
  let stack: EvmStack
  beforeAll(async () => {
    stack = await startEvm()
  }, 120_000)
  afterAll(() => stack?.stop())

  function setUp() {
    const networkId = `eip155:${stack.chainId}` as const
    const tokens = { [networkId]: Object.values(stack.tokens) }
    const kernel = createKernel([eip155({ networks: [stack.chain] }), walletData({ tokens })], {
      storage: memoryStorage(),
      logLevel: 'silent',
      onPluginError: 'throw',
    })
    return { kernel, networkId }
  }

  it('answers what the node says an account holds', async () => {
    const { kernel, networkId } = setUp()
    const { address } = stack.accounts[0]!
    const answer = await kernel.get(Holdings).read({ networkId, address })
    const expected = [
      { symbol: 'ETH', decimals: 18, value: await stack.balanceOf(address) },
      ...(await Promise.all(
        Object.values(stack.tokens).map(async (token) => ({
          symbol: token.symbol,
          decimals: token.decimals,
          value: await stack.tokenBalanceOf(token.address, address),
        })),
      )),
    ]
    expect(answer.holdings.map(({ amount }) => amount)).toEqual(expected)
    expect(answer.problems).toEqual([])
  })

  it('finds a name, its picture and its address', async () => {
    const { kernel, networkId } = setUp()
    const { alice } = stack.names
    const names = kernel.get(Names)
    expect(names.supports(networkId)).toBe(true)
    expect(await names.lookup({ networkId, address: alice.address })).toEqual({
      name: alice.name,
      avatar: alice.avatar,
    })
    expect(await names.resolve({ networkId, name: alice.name })).toBe(alice.address)
  })
})
