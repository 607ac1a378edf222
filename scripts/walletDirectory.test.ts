import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wallets as pictures } from '../plugins/icons/src/lazy/catalogue.js'
import { wallets } from '../plugins/wallet-directory/src/data/wallets.js'
import { storePagesOf } from './walletStorePages.js'

/** What the directory must not fall below. Raise a floor when the list grows. */
const floors = { eip155: 54, solana: 21, bip122: 16, polkadot: 10, cosmos: 16 } as const

describe('the wallet directory', () => {
  it('has at least 150 wallets', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(150)
  })

  it.each(Object.entries(floors))('knows wallets of %s, at least %i', (namespace, floor) => {
    const known = wallets.filter(({ namespaces }) => namespaces?.some((each) => each === namespace))
    expect(known.length).toBeGreaterThanOrEqual(floor)
  })

  it('leads from every wallet but three to a store, a page or an app', () => {
    const nowhere = wallets.filter(
      ({ homepage, links, chromeStoreId, stores }) => !(homepage ?? links ?? chromeStoreId ?? stores),
    )
    // No source that we may cite tells their pages.
    expect(nowhere.map(({ name }) => name)).toEqual(['Jupiter Mobile', 'Porto', 'Gemini Wallet'])
  })

  it('has store pages of at least 160 wallets, each a page of its store', () => {
    const pages = wallets.flatMap(({ name, chromeStoreId, stores }) => {
      const chrome = chromeStoreId && `https://chromewebstore.google.com/detail/${chromeStoreId}`
      const said = { ...stores, ...(chrome ? { chrome } : {}) }
      return Object.keys(said).length > 0 ? [{ name, said }] : []
    })
    expect(pages.length).toBeGreaterThanOrEqual(160)
    for (const { said } of pages) expect(storePagesOf(said)).toEqual(said)
  })
})

describe('the pictures of the wallet directory', () => {
  const ids = wallets.map(({ id }) => id)

  it('are at least 108, each of a wallet that is listed', () => {
    expect(ids.filter((id) => pictures[id]).length).toBeGreaterThanOrEqual(108)
    expect(Object.keys(pictures).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('come with a list of every wallet that has none', () => {
    const readme = readFileSync(new URL('../plugins/icons/README.md', import.meta.url), 'utf8')
    const list = /<!-- without -->([\s\S]*)<!-- \/without -->/.exec(readme)?.[1] ?? ''
    const told = list
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (?:Why|-+) /.test(line))
      .flatMap((line) => line.split('|')[2]?.trim().split(', ') ?? [])
    const without = wallets.filter(({ id }) => !pictures[id]).map(({ name }) => name)
    expect([...told].sort()).toEqual([...without].sort())
  })
})
