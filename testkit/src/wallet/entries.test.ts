import { expect, it } from 'vitest'
import * as bitcoin from '../bitcoin/index.js'
import * as multichain from '../multichain/index.js'
import * as polkadot from '../polkadot/index.js'
import * as solana from '../solana/index.js'

it('exports one function per kind of wallet', () => {
  const names = Object.entries({ bitcoin, multichain, polkadot, solana }).map(([entry, all]) => [
    entry,
    Object.keys(all),
  ])
  expect(Object.fromEntries(names)).toMatchInlineSnapshot(`
    {
      "bitcoin": [
        "createBitcoinTestWallet",
      ],
      "multichain": [
        "createMultichainTestWallet",
      ],
      "polkadot": [
        "createPolkadotTestWallet",
      ],
      "solana": [
        "createSolanaTestWallet",
      ],
    }
  `)
})
