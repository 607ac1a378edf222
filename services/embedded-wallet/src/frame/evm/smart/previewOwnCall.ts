import type { Hex } from 'viem'
import { type EvmCall, previewCall } from '../../previewEvm.js'
import type { Fact } from '../../facts.js'
import { deepest, type MadeCall, readOwnCall } from './openOwnCalls.js'
import { say } from '../../../words/say.js'

/** What a call of an account does. Of a call to itself, what it does through that. */
export function previewOwnCall(account: Hex, call: EvmCall & MadeCall, depth = 0): readonly Fact[] {
  const inner = depth < deepest ? readOwnCall(account, call) : []
  if (inner.length === 0) return previewCall(call)
  const symbol = call.symbol === undefined ? {} : { symbol: call.symbol }
  return inner.flatMap((one, index): readonly Fact[] => [
    { name: say`Through your account`, value: say`Call ${index + 1} of ${inner.length}` },
    ...previewOwnCall(account, { ...one, ...symbol }, depth + 1),
  ])
}
