import type { Collectible } from '@latchkey/kernel/contracts'
import { check, checkCode } from './check.js'
import type { SuiteTest } from './walletDataSuite.js'

const pageLimit = 200

export const collectiblesTests: readonly SuiteTest[] = [
  {
    title: 'are what the account owns, each once',
    async run({ collectibles, facts: { networkId, address, collectible, source } }) {
      if (!collectibles?.supports(networkId)) return
      const items: Collectible[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await collectibles.read({
          networkId,
          address,
          ...(cursor === undefined ? {} : { cursor }),
        })
        check(page.source === source, `the source "${source}", found "${page.source}"`)
        items.push(...page.items)
        cursor = page.next
        pages += 1
        check(pages < pageLimit, `an end within ${pageLimit} pages`)
      } while (cursor !== undefined)
      for (const item of items) {
        check(item.networkId === networkId && item.name !== '', 'a name, and the network')
        check(typeof item.count === 'bigint' && item.count > 0n, `a count, found ${item.count}`)
        check(item.picture === undefined || /^(data:image\/|https:)/.test(item.picture), 'a picture')
      }
      const keys = items.map(({ address: contract, id }) => `${contract.toLowerCase()} ${id}`)
      check(new Set(keys).size === keys.length, 'each once')
      if (!collectible) return
      const own = items[keys.indexOf(`${collectible.address.toLowerCase()} ${collectible.id}`)]
      check(own, `number ${collectible.id} of ${collectible.address}`)
      check(own.count === collectible.count, `${collectible.count} of it, found ${own.count}`)
    },
  },
  {
    title: 'are not offered where nobody knows',
    async run({ collectibles, facts: { address } }) {
      if (!collectibles) return
      await checkCode(collectibles.read({ networkId: 'nowhere:1', address }), 'COLLECTIBLES_UNAVAILABLE')
    },
  },
]
