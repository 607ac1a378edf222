import { type Address, encodeAbiParameters, type Hex } from 'viem'
import type { SignedAllowance, SwapOrder } from './encodeSwap.js'
import { encodeSteps, permitSteps } from './encodeUniversal.js'
import { coinItself, fourthActions, fourthInputs } from './fourthActions.js'
import type { Route } from './routes.js'
import { writeInput } from './universalCommands.js'

type FourthRoute = Extract<Route, { kind: 'v4' }>

interface FourthOrder extends SwapOrder {
  readonly route: FourthRoute
}

/** A pool on the way, without a hook: a hook is code of a stranger. */
const hopsOf = ({ path, pools }: FourthRoute) =>
  pools.map(({ fee, spacing }, index) => ({
    currency: path[index + 1] as Address,
    ...{ fee, tickSpacing: spacing, hooks: coinItself, hookData: '0x' as Hex },
  }))

/** The call of the universal router for an order over pools of the fourth version. It pays who calls. */
export function encodeFourth(
  { route, amount, minimum, deadline }: FourthOrder,
  signed: SignedAllowance | undefined,
): Hex {
  const [currencyIn, currencyOut] = [route.path[0] as Address, route.path.at(-1) as Address]
  const swap = {
    ...{ currencyIn, path: hopsOf(route) },
    ...{ amountIn: amount, amountOutMinimum: minimum },
  }
  const inputs = [
    encodeAbiParameters(fourthInputs.swap, [swap]),
    encodeAbiParameters(fourthInputs.settle, [currencyIn, amount, true]),
    encodeAbiParameters(fourthInputs.take, [currencyOut, minimum]),
  ]
  const step = ['fourth', writeInput('fourth', [fourthActions, inputs])] as const
  return encodeSteps([...permitSteps(signed), step], deadline)
}
