import { type Address, bytesToHex, encodeFunctionData, type Hex } from 'viem'
import { universalAbi } from './abis.js'
import type { SignedAllowance, ThirdOrder } from './encodeSwap.js'
import { writePoolPath } from './poolPath.js'
import { type Leg, legsOf } from './routes.js'
import {
  commandBytes,
  type UniversalCommand,
  universalBalance,
  universalItself,
  writeInput,
} from './universalCommands.js'

export type UniversalStep = readonly [UniversalCommand, Hex]

/** What the universal router is called with for an order, with the signature for Permit2 where there is one. */
export function encodeUniversal(
  order: ThirdOrder,
  account: Address,
  signed: SignedAllowance | undefined,
): Hex {
  const { sellsCoin, buysCoin, amount, minimum, deadline } = order
  const steps: readonly UniversalStep[] = [
    ...permitSteps(signed),
    ...(sellsCoin ? [['wrap', writeInput('wrap', [universalItself, amount])] as const] : []),
    ...stepsOf(order, buysCoin ? universalItself : account),
    ...(buysCoin ? [['unwrap', writeInput('unwrap', [account, minimum])] as const] : []),
  ]
  return encodeSteps(steps, deadline)
}

/** The call of the universal router, step by step. */
export function encodeSteps(steps: readonly UniversalStep[], deadline: bigint): Hex {
  const commands = bytesToHex(Uint8Array.from(steps.map(([command]) => commandBytes[command])))
  const args = [commands, steps.map(([, input]) => input), deadline] as const
  return encodeFunctionData({ abi: universalAbi, functionName: 'execute', args })
}

/** A signature for Permit2 goes first. */
export function permitSteps(signed: SignedAllowance | undefined): readonly UniversalStep[] {
  if (signed?.kind !== 'permit2') return []
  return [['permit', writeInput('permit', [signed.permit, signed.signature])]]
}

function stepsOf(
  { route, sellsCoin, amount, minimum }: ThirdOrder,
  receiver: Address,
): readonly UniversalStep[] {
  const legs = legsOf(route)
  return legs.map((leg, index) => {
    const isLast = index === legs.length - 1
    return stepOf(leg, {
      amount: index === 0 ? amount : universalBalance,
      // The end of the route keeps the minimum for all of it.
      minimum: isLast ? minimum : 0n,
      recipient: isLast ? receiver : universalItself,
      isPaidByAccount: index === 0 && !sellsCoin,
    })
  })
}

interface LegOrder {
  readonly amount: bigint
  readonly minimum: bigint
  readonly recipient: Address
  readonly isPaidByAccount: boolean
}

function stepOf(
  { path, fees }: Leg,
  { recipient, amount, minimum, isPaidByAccount }: LegOrder,
): UniversalStep {
  if (!fees) return ['v2', writeInput('v2', [recipient, amount, minimum, path, isPaidByAccount])]
  const pools = writePoolPath(path, fees)
  return ['v3', writeInput('v3', [recipient, amount, minimum, pools, isPaidByAccount])]
}
