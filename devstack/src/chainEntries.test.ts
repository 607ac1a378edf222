import { expect, it } from 'vitest'
import * as bitcoin from './bitcoin/index.js'
import * as polkadot from './polkadot/index.js'
import * as solana from './solana/index.js'

it('exports what starts each chain', () => {
  const names = Object.entries({ bitcoin, polkadot, solana }).map(([entry, all]) => [
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
        "startStorageNode",
      ],
      "solana": [
        "makeDeal",
        "solanaGenesisHash",
        "startMarketMaker",
        "startSolana",
        "writeTransaction",
      ],
    }
  `)
})
