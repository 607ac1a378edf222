import { isSameAddress } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'

/** One part of a swap as it was read. */
export interface ReadLeg {
  readonly first: Address
  readonly last: Address
  readonly amount: bigint
  readonly minimum: bigint
  readonly receiver: Address
}

/**
 * The swap that legs make together: each goes on with all that the one before left with the router.
 *
 * @param router How the router names itself and all that it holds. Absent for one that can't go on.
 * @returns `undefined` when they don't follow each other.
 */
export function joinLegs(
  legs: readonly ReadLeg[],
  router: { readonly itself: Address; readonly all: bigint } | undefined,
): ReadLeg | undefined {
  const [start, ...rest] = legs
  const end = legs.at(-1)
  if (!start || !end || (rest.length > 0 && !router)) return undefined
  for (const [index, leg] of rest.entries()) {
    const before = legs[index] as ReadLeg
    const goesOn = before.receiver === router?.itself && leg.amount === router.all
    if (!goesOn || !isSameAddress(before.last, leg.first)) return undefined
  }
  return {
    first: start.first,
    amount: start.amount,
    last: end.last,
    minimum: end.minimum,
    receiver: end.receiver,
  }
}
