import { route } from '../keys/route.js'
import type { Collectible } from './data/collectibles.js'

/**
 * Sends a collectible (NFT) of the active account to somebody. A view that shows collectibles offers it where
 * `navigation.draws` says that a plugin draws it and the wallet has `CollectibleTransfers` and `Calls`.
 */
export const SendCollectibleRoute = route<{ readonly item: Collectible }>('SendCollectible')
