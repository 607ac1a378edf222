import { type Holding, standingOf } from '@latchkey/kernel/contracts'
import { type NetworkId, wait } from '@latchkey/kernel/plugin'
import type { ControllerTools } from './createController.js'

/** Milliseconds: approvals are shown without what is held when that takes longer. */
const patience = 4_000
/** Tokens that are named at most. */
const mostTokens = 200

type HeldTools = Pick<ControllerTools, 'holdings' | 'clock' | 'log' | 'context'>

/**
 * Addresses of the tokens that the account holds: those that a price, a list or the person vouches for, because anybody can
 * send made-up tokens to anybody. Empty where nothing vouches for any, and where nobody tells, or not in time.
 */
export async function readHeldTokens(
  { holdings, clock, log, context }: HeldTools,
  networkId: NetworkId,
  address: string,
): Promise<readonly string[]> {
  if (!holdings) return []
  const own = new AbortController()
  try {
    const reading = holdings.read({ networkId, address, signal: context.signal })
    const answer = await Promise.race([reading, wait(clock, patience, own.signal)])
    const isVouched = (one: Holding) => standingOf(one, undefined) === 'vouched'
    return (answer?.holdings ?? [])
      .filter(isVouched)
      .flatMap((one) => one.address ?? [])
      .slice(0, mostTokens)
  } catch (cause) {
    log.debug('What the account holds could not be read before its approvals.', cause)
    return []
  } finally {
    own.abort()
  }
}
