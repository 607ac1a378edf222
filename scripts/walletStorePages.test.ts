import { describe, expect, it } from 'vitest'
import { chromeStoreIdOf, storePagesOf } from './walletStorePages.js'
import { wallets } from '../plugins/wallet-directory/src/data/wallets.js'
import { readFacts } from './generateWalletDirectory.js'

const id = 'nkbihfbeogaeaoehlefnkodbefgpgknn'

describe('storePagesOf', () => {
  it('keeps pages of stores, in their shortest form', () => {
    expect(
      storePagesOf({
        ios: 'https://itunes.apple.com/us/app/okx/id1327268470?mt=8',
        android: 'https://play.google.com/store/apps/details?hl=en&id=io.metamask',
        chrome: `https://chrome.google.com/webstore/detail/metamask/${id}?hl=en`,
        firefox: 'https://addons.mozilla.org/en-US/firefox/addon/ether-metamask/?src=search',
      }),
    ).toEqual({
      ios: 'https://apps.apple.com/app/id1327268470',
      android: 'https://play.google.com/store/apps/details?id=io.metamask',
      chrome: `https://chromewebstore.google.com/detail/${id}`,
      firefox: 'https://addons.mozilla.org/firefox/addon/ether-metamask/',
    })
  })

  it.each([
    ['ios', 'https://evil.example/app/id1327268470'],
    ['ios', 'https://apps.apple.com/us/developer/somebody'],
    ['ios', 'https://apps.apple.com.evil.example/app/id1327268470'],
    ['ios', 'https://testflight.apple.com/join/abc'],
    ['android', 'https://play.google.com/store/apps/details?id=javascript:alert(1)'],
    ['android', 'https://play.google.com/store/apps/developer?id=io.metamask'],
    ['android', 'market://details?id=io.metamask'],
    ['chrome', 'https://chrome.google.com/webstore/category/extensions'],
    ['chrome', `https://evil.example/detail/${id}`],
    ['firefox', 'https://addons.mozilla.org/en-US/firefox/user/1/'],
    ['firefox', ''],
  ])('leaves out what is no page of the store: %s %s', (store, address) => {
    expect(storePagesOf({ [store]: address })).toEqual({})
  })
})

describe('the store pages of the directory', () => {
  it('are pages of their stores, and no two wallets share one', () => {
    const all = wallets.flatMap(({ name, stores = {} }) =>
      Object.entries(stores).map(([store, page]) => ({ name, store, page })),
    )
    expect(all.length).toBeGreaterThan(280)
    expect(
      all.filter(({ store, page }) => Object.values(storePagesOf({ [store]: page }))[0] !== page),
    ).toEqual([])
    const pages = all.map(({ page }) => page)
    expect(all.filter(({ page }) => pages.indexOf(page) !== pages.lastIndexOf(page))).toEqual([])
  })

  it('say the same extension twice where two sources do, and name source and day', async () => {
    const facts = await readFacts()
    const differ = facts.filter(
      ({ stores, chromeStoreId }) =>
        chromeStoreId !== null &&
        stores?.chrome !== undefined &&
        chromeStoreIdOf(stores.chrome) !== chromeStoreId,
    )
    expect(differ.map(({ name }) => name)).toEqual([])
    const unsourced = facts.filter(
      ({ stores, source }) => stores && !source.some((each) => /, read \d{4}-\d\d-\d\d$/.test(each)),
    )
    expect(unsourced.map(({ name }) => name)).toEqual([])
    expect(facts.length).toBeGreaterThanOrEqual(150)
  })
})
