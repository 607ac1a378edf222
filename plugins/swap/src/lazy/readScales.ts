import type { Multiplier } from '@latchkey/kernel/chain'
import { Balance } from '@latchkey/kernel/contracts'
import { isKernelError } from '@latchkey/kernel/plugin'
import { swapError } from '../swapErrors.js'
import type { SwapGround } from './prepareSwap.js'
import type { SwapperTools } from './SwapperTools.js'

/** Factors by which people multiply the amounts of both sides. Sources, calls and the chain know only moved amounts. */
export interface Scales {
  readonly sell: Multiplier | undefined
  readonly buy: Multiplier | undefined
}

/** @throws BaseError what the chain failed with, `SWAP_SOURCE_FAILED`: a multiplier that can't be read isn't a missing one */
export async function readScales(
  { wallets }: Pick<SwapperTools, 'wallets'>,
  { target, sell, buy, signal }: Pick<SwapGround, 'target' | 'sell' | 'buy' | 'signal'>,
): Promise<Scales> {
  const { networkId, namespace } = target
  const balance = wallets.chain(namespace, Balance)
  const tokens = [sell.address, buy.address].filter((address) => address !== undefined)
  if (!balance?.multipliers || tokens.length === 0) return { sell: undefined, buy: undefined }
  const found = await balance.multipliers({ networkId, tokens, signal }).catch((cause: unknown) => {
    throw isKernelError(cause) ? cause : swapError('SWAP_SOURCE_FAILED', { cause })
  })
  const of = (address: string | undefined) =>
    address === undefined ? undefined : found[tokens.indexOf(address)]
  return { sell: of(sell.address), buy: of(buy.address) }
}
