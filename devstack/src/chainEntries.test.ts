import { expect, it } from 'vitest'
import * as bitcoin from './bitcoin/index.js'
import * as polkadot from './polkadot/index.js'
import * as solana from './solana/index.js'
import * as walletData from './wallet-data/index.js'

it('exports what starts each chain and the service over them', () => {
  const names = Object.entries({ bitcoin, polkadot, solana, walletData }).map(([entry, all]) => [
    entry,
    Object.keys(all).sort(),
  ])
  expect(Object.fromEntries(names)).toMatchInlineSnapshot(`
    {
      "bitcoin": [
        "regtest",
        "regtestChainId",
        "startBitcoin",
      ],
      "polkadot": [
        "startPolkadot",
      ],
      "solana": [
        "makeDeal",
        "solanaGenesisHash",
        "startMarketMaker",
        "startSolana",
      ],
      "walletData": [
        "localPrices",
        "startWalletData",
      ],
    }
  `)
})
