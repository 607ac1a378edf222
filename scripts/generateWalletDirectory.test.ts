import { describe, expect, it } from 'vitest'
import { wallets as served } from '../services/wallet-data/src/directory/wallets.js'
import { wallets } from '../plugins/wallet-directory/src/data/wallets.js'
import { checkedLink } from '../plugins/walletconnect/src/deepLink.js'
import { readFacts, recordOf } from './generateWalletDirectory.js'

const facts = await readFacts()

/** Every string and null of a fact, by path. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, field]) => leaves(field, `${path}/${name}`))
}

describe('the wallet directory', () => {
  it('is what the script makes of the facts', () => {
    expect(wallets).toEqual(facts.map(recordOf))
    expect(served).toEqual(wallets)
  })

  it.each(facts)('says of $name only what a source says', (fact) => {
    const said = leaves(recordOf(fact)).filter(([path]) => path !== '/id')
    const sourced = leaves(fact).map(([, value]) => value)
    expect(said.filter(([, value]) => !sourced.includes(value))).toEqual([])
    expect(said.filter(([, value]) => value === null)).toEqual([])
  })

  it('gives every wallet an id and an rdns of its own', () => {
    const ids = wallets.map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(wallets.length)
    const rdns = wallets.flatMap(({ discovery }) => discovery?.rdns ?? [])
    expect(new Set(rdns).size).toBe(rdns.length)
  })

  it('holds only https pages and app or https links', () => {
    const pages = wallets.flatMap(({ homepage }) => homepage ?? [])
    expect(pages.filter((page) => !page.startsWith('https://'))).toEqual([])
    const links = wallets.flatMap(({ links: of }) => [of?.native, of?.universal, ...(of?.templates ?? [])])
    for (const link of links) if (link) expect(checkedLink(link.replace('{uri}', ''))).not.toMatch(/^http:/)
  })
})
