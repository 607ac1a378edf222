import type { HttpService, NetworkId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { SolanaNetwork, SolanaTokens } from '@latchkey/plugin-solana'
import { swapError } from '../../swapErrors.js'
import type { ReadRent } from './depositOf.js'

export interface RentTools {
  readonly http: HttpService
  readonly wallets: WalletsService
  readonly tokens: SolanaTokens
  readonly networkId: NetworkId
}

/** Asks the nodes that the host lists for the network. */
export function createReadRent({ http, wallets, tokens, networkId }: RentTools): ReadRent {
  return (bytes, signal) => {
    const network = wallets.namespace('solana')?.networks.find(({ id }) => id === networkId)
    if (!network) throw swapError('SWAP_SOURCE_FAILED')
    return tokens.createRentReader(http, network as SolanaNetwork)(bytes, signal)
  }
}
