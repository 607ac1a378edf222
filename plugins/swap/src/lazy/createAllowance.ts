import { isUserRejection } from '@latchkey/kernel/plugin'
import { submitCalls } from '@latchkey/kernel/transaction'
import type { OpenAllowance, SwapTarget } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import type { Current } from './createPreviewer.js'
import { toSwapError } from './toSwapError.js'
import { capabilityOf, checkRevocation } from './prepareSwap.js'
import { type SwapperTools, walletOf } from './SwapperTools.js'

/** An allowance that was given and not used up. */
export interface Allowance {
  /** The wallet was told to give the allowance of the offer. */
  open(held: Current): void
  /** The allowance was used up, taken back, or never given. */
  close(): void
  /** Takes the allowance back, with the wallet. `state` says how it ended. */
  revoke(): Promise<void>
}

export function createAllowance(tools: SwapperTools): Allowance {
  const { state } = tools
  /** The account that gave the allowance, and the calls that take it back. */
  let given: { readonly target: SwapTarget; readonly calls: readonly unknown[] } | undefined

  function close(): void {
    given = undefined
    state.openAllowance = undefined
  }

  async function takeBack(allowance: OpenAllowance): Promise<void> {
    if (!given || given.calls.length === 0) return
    const { target, calls } = given
    state.error = undefined
    state.notice = undefined
    try {
      await sendRevocation(tools, target, allowance, calls)
      if (state.openAllowance?.spender === allowance.spender) close()
    } catch (cause) {
      if (isUserRejection(cause)) state.notice = 'declined'
      else state.error = toSwapError(cause)
    }
  }

  return {
    open({ ground: { target, sell }, preview: { quote, allowed }, plan }) {
      const { allowance } = quote
      if (!allowance || !allowed) return
      given = { target, calls: plan.revoke }
      const { spender, through } = allowance
      state.openAllowance = {
        token: sell,
        spender,
        amount: allowed.value,
        ...(through === undefined ? {} : { through }),
      }
    },
    close,
    async revoke() {
      const { openAllowance } = state
      if (openAllowance) await takeBack(openAllowance)
    },
  }
}

/** @throws BaseError `SWAP_CALLS_REFUSED` when the calls would do more, `SWAP_REVOKE_FAILED` when the chain refused */
async function sendRevocation(
  tools: SwapperTools,
  target: SwapTarget,
  allowance: OpenAllowance,
  calls: readonly unknown[],
): Promise<void> {
  const { context, clock } = tools
  const { signal } = context
  const prepared = await capabilityOf(tools, { target }).prepare({ calls, signal })
  const isRead = await checkRevocation(tools, target, allowance, calls)
  const grows = prepared.allowances?.some(({ amount }) => amount !== 0n)
  const isSafe = prepared.changes?.every(({ amount }) => (amount.moved ?? amount.value) >= 0n) ?? isRead
  if (grows || !isSafe) throw swapError('SWAP_CALLS_REFUSED')
  const wallet = walletOf(tools, target)
  const submitted = await submitCalls(prepared, { events: context, clock, wallet })
  const { status } = await submitted.wait(signal)
  if (status !== 'confirmed') throw swapError('SWAP_REVOKE_FAILED')
}
