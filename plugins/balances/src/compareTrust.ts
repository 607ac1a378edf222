import { compareStandings } from '@latchkey/kernel/contracts'
import type { ShownHolding } from './BalancesService.js'

const standing = ({ isSuspicious, isVouched }: ShownHolding) =>
  isSuspicious ? 'suspicious' : isVouched ? 'vouched' : 'stranger'

/** To sort by: what something vouches for first, what reads like bait last. */
export const compareTrust = (left: ShownHolding, right: ShownHolding): number =>
  compareStandings(standing(left), standing(right))
