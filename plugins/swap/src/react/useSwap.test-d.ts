import type { BaseError } from '@latchkey/kernel/plugin'
import { expectTypeOf, it } from 'vitest'
import type { ShownQuote, SwapArguments, SwapPhase, SwapTransaction } from '../index.js'
import { useSwap } from './index.js'

it('opens the form with what a host names, and tells what came of it', () => {
  const use = () => {
    const swap = useSwap()
    expectTypeOf(swap.openSwap).parameters.toEqualTypeOf<[given?: SwapArguments | undefined]>()
    expectTypeOf(swap.openSwap).returns.resolves.toBeVoid()
    expectTypeOf(swap.phase).toEqualTypeOf<SwapPhase>()
    expectTypeOf(swap.offer).toEqualTypeOf<ShownQuote | undefined>()
    expectTypeOf(swap.transaction).toEqualTypeOf<SwapTransaction | undefined>()
    expectTypeOf(swap.error).toEqualTypeOf<BaseError | undefined>()
    // @ts-expect-error of what a person decides, a host decides nothing
    void swap.openSwap({ slippage: 500n })
    // @ts-expect-error an amount is a decimal string
    void swap.openSwap({ amount: 0.5 })
    // @ts-expect-error a network goes by its CAIP-2 id
    void swap.openSwap({ networkId: 1 })
  }
  expectTypeOf(use).toBeFunction()
})
