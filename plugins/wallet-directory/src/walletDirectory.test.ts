import { describe, expect, it } from 'vitest'
import { createWalletSearch } from './createWalletSearch.js'
import { wallets } from './data/wallets.js'
import { allowsWallet } from './allowsWallet.js'
import { filterWallets, platformsOf } from './filterWallets.js'
import { generatedIcon } from './generatedIcon.js'
import { readRecents, withoutRecent, withRecent } from './recentWallets.js'
import type { WalletRecord } from './wallet.js'

const named = (...names: string[]): WalletRecord[] => names.map((name) => ({ id: name.toLowerCase(), name }))

describe('createWalletSearch', () => {
  const search = createWalletSearch(wallets)
  const names = (query: string, limit?: number) => search(query, limit).map(({ name }) => name)

  it.each([
    ['metam', ['MetaMask']],
    ['META', ['MetaMask']],
    ['wallet trust', ['Trust Wallet', 'Trustee Wallet']],
    ['coinb w', ['Coinbase Wallet (Base app)']],
    ['io.rabby', ['Rabby']],
    ['trustwallet', ['Trust Wallet']],
    ["d'cent", ["D'CENT"]],
    ['  okx   wal ', ['OKX Wallet']],
    ['mask', []],
    ['nonesuch', []],
    ['***', []],
  ])('finds %j', (query, expected) => {
    expect(names(query)).toEqual(expected)
  })

  it('puts names that begin with the query first and keeps the order otherwise', () => {
    const list = createWalletSearch(named('The Core', 'Wallet Core', 'Core'))
    expect(list('core').map(({ name }) => name)).toEqual(['Core', 'The Core', 'Wallet Core'])
  })

  it('ignores diacritics on both sides', () => {
    const list = createWalletSearch(named('Électrum Größe', 'Electrum'))
    expect(list('electrum grosse')).toEqual([])
    expect(list('electrum größe')).toHaveLength(1)
    expect(list('éléctrum')).toHaveLength(2)
  })

  it('gives the list for an empty query, up to the limit', () => {
    expect(names('')).toHaveLength(Math.min(100, wallets.length))
    expect(names(' ', 40)).toHaveLength(40)
    expect(names('wallet', 3)).toHaveLength(3)
  })

  it('agrees with a plain scan for every prefix of every name', () => {
    for (const { name } of wallets) {
      const word = /[a-z0-9]+/.exec(name.toLowerCase())?.[0] ?? ''
      for (let length = 1; length <= word.length; length += 1) {
        expect(names(word.slice(0, length), 1000)).toContain(name)
      }
    }
  })
})

describe('allowsWallet', () => {
  const metamask = { id: 'metamask', name: 'MetaMask', rdns: ['io.metamask', 'io.metamask.flask'] }
  it.each([
    ['no filter', {}, true],
    ['excluded by rdns in other case', { exclude: ['IO.MetaMask'] }, false],
    ['excluded by a second rdns', { exclude: ['io.metamask.flask'] }, false],
    ['excluded by name in other case', { exclude: ['metamask'] }, false],
    ['another excluded', { exclude: ['MetaMask Pro', 'io.metamas'] }, true],
    ['included by name', { include: ['METAMASK'] }, true],
    ['another included', { include: ['Rabby'] }, false],
    ['none included', { include: [] }, false],
    ['both', { include: ['MetaMask'], exclude: ['io.metamask'] }, false],
    ['an empty entry', { exclude: ['', '***'] }, true],
  ])('%s', (_title, filter, allowed) => {
    expect(allowsWallet(metamask, filter)).toBe(allowed)
  })

  it('takes a single rdns as an announced wallet has it', () => {
    expect(allowsWallet({ name: 'x', rdns: 'io.rabby' }, { exclude: ['io.rabby'] })).toBe(false)
  })
})

describe('filterWallets', () => {
  const one = (extra: Partial<WalletRecord>): WalletRecord => ({ id: 'one', name: 'One', ...extra })

  it('keeps wallets known for a platform', () => {
    const mobile = filterWallets(wallets, { platform: 'mobile' })
    expect(mobile.map(({ name }) => name)).toContain('Rainbow')
    expect(mobile.every(({ links }) => links !== undefined)).toBe(true)
    expect(filterWallets(wallets, { platform: 'browser' }).map(({ name }) => name)).toContain('MetaMask')
  })

  it.each([
    ['nothing', {}, []],
    ['an app scheme', { links: { native: 'one://' } }, ['mobile']],
    ['a web page', { links: { webapp: 'https://one.example' } }, ['mobile']],
    ['an app on computers alone', { links: { desktop: 'one://' } }, []],
    ['no link in its links', { links: {} }, []],
    ['an extension', { chromeStoreId: 'a'.repeat(32) }, ['browser']],
    ['both', { links: { native: 'one://' }, discovery: { rdns: ['org.one'] } }, ['mobile', 'browser']],
  ])('knows platforms of a wallet with %s', (_, extra, platforms) => {
    expect(platformsOf(one(extra))).toEqual(platforms)
  })

  it('keeps wallets of a namespace and those of which none is known', () => {
    const list = [one({ namespaces: ['solana'] }), one({ namespaces: ['eip155'] }), one({})]
    expect(filterWallets(list, { namespaces: ['solana', 'bip122'] })).toEqual([list[0], list[2]])
  })

  it('applies identity filters to directory wallets', () => {
    const list = filterWallets(wallets, { include: ['Rainbow', 'io.rabby'], exclude: ['rainbow'] })
    expect(list.map(({ name }) => name)).toEqual(['Rabby'])
  })
})

describe('recents', () => {
  it('keeps the last two, newest first, none twice', () => {
    const used = ['a', 'b', 'a', 'c'].reduce<readonly string[]>(withRecent, [])
    expect(used).toEqual(['c', 'a'])
    expect(withoutRecent(used, 'c')).toEqual(['a'])
  })

  it.each([
    [undefined, []],
    ['a', []],
    [{ 0: 'a' }, []],
    [
      ['a', 'a', '', 1, null, 'b', 'c'],
      ['a', 'b'],
    ],
    [['x'.repeat(101), 'a'], ['a']],
  ])('reads %j from storage', (stored, expected) => {
    expect(readRecents(stored)).toEqual(expected)
  })
})

describe('generatedIcon', () => {
  it('is the same for the same name and another for another', () => {
    const icons = wallets.map(({ name }) => generatedIcon(name))
    expect(icons).toEqual(wallets.map(({ name }) => generatedIcon(name)))
    expect(new Set(icons).size).toBe(wallets.length)
    expect(decodeURIComponent(generatedIcon('Rainbow'))).toMatchSnapshot()
  })

  it.each(['<script>alert(1)</script>', '"><img onerror=x>', '&amp;', '', '  ', '🦊'])(
    'carries no markup of %j',
    (name) => {
      const svg = decodeURIComponent(generatedIcon(name))
      const letter = />([^<]*)<\/text>/.exec(svg)?.[1]
      expect(letter).toMatch(/^([\p{Letter}\p{Number}]|\?)$/u)
      expect(svg).not.toContain('script')
      expect(svg.match(/</g)).toHaveLength(11)
    },
  )
})
