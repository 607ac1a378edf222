import type { Multiplier } from '@latchkey/kernel/chain'
import type { BalanceCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'

/**
 * Reads by which factors people multiply the amounts of tokens, for sources that tell moved amounts.
 *
 * @throws what the chain failed with: a multiplier that can't be read isn't a missing one
 */
export async function readMultipliers(
  balance: BalanceCapability | undefined,
  networkId: NetworkId,
  tokens: readonly (string | undefined)[],
): Promise<(token: string | undefined) => Multiplier | undefined> {
  const asked = [...new Set(tokens.filter((token) => token !== undefined))]
  const found = asked.length > 0 ? await balance?.multipliers?.({ networkId, tokens: asked }) : undefined
  const known = new Map(asked.map((token, index) => [token, found?.[index]]))
  return (token) => (token === undefined ? undefined : known.get(token))
}
