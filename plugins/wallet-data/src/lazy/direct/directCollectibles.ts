import type { NetworkId } from '@latchkey/kernel/plugin'
import { type OwnedCollectible, OwnedCollectibles } from '@latchkey/kernel/contracts'
import type { Collectible } from '@latchkey/kernel/contracts'
import type { Chains } from '../chains.js'
import type { CollectiblesQuestion, FoundCollectibles } from '../collectibles.js'
import type { Source } from '../sources.js'

/** What unasked-for items say to lead people to a page. Nobody's list is asked, so this is all there is. */
const lure =
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|io|xyz|app|site|gift|vip|top|lol|cc|me)\b|\b(?:claim|airdrop|voucher|giveaway)\b/i

/** Collectibles from the chain's own nodes, as far as they look. */
export function createDirectCollectibles(chains: Chains): Source<CollectiblesQuestion, FoundCollectibles> {
  return {
    source: 'chain',
    async read(question) {
      const found = await chains.capability(question.networkId, OwnedCollectibles)?.read(question)
      return found && { ...found, items: found.items.map((item) => toCollectible(question.networkId, item)) }
    },
  }
}

function toCollectible(networkId: NetworkId, item: OwnedCollectible): Collectible {
  return { networkId, ...item, isSpam: lure.test(`${item.name} ${item.collection ?? ''}`) }
}
