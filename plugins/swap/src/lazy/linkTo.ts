import { Explorer } from '@latchkey/kernel/plugin'
import type { SwapTarget } from '../Swapper.js'
import type { SwapperTools } from './SwapperTools.js'

/** A link to what was sent, or to the account. It is not worth losing sight of what was sent. */
export function linkTo(
  tools: SwapperTools,
  { networkId, address }: SwapTarget,
  id: string | undefined,
): string | undefined {
  try {
    const explorer = tools.wallets.chain(networkId, Explorer)
    return id === undefined
      ? explorer?.addressUrl(networkId, address)
      : explorer?.transactionUrl(networkId, id)
  } catch (error) {
    tools.log.warn('The explorer’s link could not be made.', error)
    return undefined
  }
}
