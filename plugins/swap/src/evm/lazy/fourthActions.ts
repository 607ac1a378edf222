import { type Address, parseAbiParameters } from 'viem'

/**
 * A swap over pools of the fourth version, as the universal router is told of it: trade, pay all that is sold, take all that
 * is bought. Nothing else is known, so a pool that wasn't paid for exactly is a swap that doesn't happen.
 */
export const fourthActions = '0x070b0f'

/** In place of a token: the coin. In place of a hook: none. */
export const coinItself: Address = '0x0000000000000000000000000000000000000000'

/** The router counts what is traded in 128 bits. */
export const fourthLimit = 2n ** 128n

/** The input of each action, in their order. The flag: the account pays, and not what the router holds. */
export const fourthInputs = {
  swap: parseAbiParameters([
    'Swap swap',
    'struct Swap { address currencyIn; Hop[] path; uint128 amountIn; uint128 amountOutMinimum; }',
    'struct Hop { address currency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }',
  ]),
  settle: parseAbiParameters('address currency, uint256 amount, bool isPaidByAccount'),
  take: parseAbiParameters('address currency, uint256 minimum'),
}
