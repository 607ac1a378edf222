import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deployAmm } from './deployAmm.js'
import { deployUniswapV4, type EvmUniswapV4 } from './deployUniswapV4.js'
import type { EvmStack } from './evmStack.js'
import { startEvm } from './startEvm.js'
import { uniswapArtifact } from './uniswapArtifact.js'

let stack: EvmStack
let v4: EvmUniswapV4

beforeAll(async () => {
  stack = await startEvm()
  v4 = await deployUniswapV4(stack, await deployAmm(stack))
})
afterAll(() => stack?.stop())

it('has pools of the coin, of the wrapped coin and of tokens, which quote near their price in both directions', async () => {
  expect(v4.pools.filter(({ tokens }) => tokens[0].address === zeroAddress)).toHaveLength(3)
  for (const { tokens, fee, spacing } of v4.pools) {
    const sorted = [...tokens].sort((one, other) => (BigInt(one.address) < BigInt(other.address) ? -1 : 1))
    const [currency0, currency1] = sorted.map(({ address }) => address)
    const poolKey = { currency0, currency1, fee, tickSpacing: spacing, hooks: zeroAddress }
    const quote = async (zeroForOne: boolean, exactAmount: bigint) => {
      const args = [{ poolKey, zeroForOne, exactAmount, hookData: '0x' }]
      const { abi } = uniswapArtifact('v4Quoter')
      const call = { address: v4.quoter, abi, functionName: 'quoteExactInputSingle', args }
      const { result } = await stack.client.simulateContract(call)
      return (result as readonly [bigint, bigint])[0]
    }
    const sold = 10n ** BigInt((sorted[0]?.decimals ?? 0) - 2)
    const back = await quote(false, await quote(true, sold))
    // Twice the fee, and a little for the size.
    expect(back).toBeGreaterThan((sold * 99n) / 100n)
    expect(back).toBeLessThan(sold)
  }
})
