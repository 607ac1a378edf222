import { expect, it } from 'vitest'
import * as entry from './index.js'

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "SignAllTransactions",
      "SignAndSendTransaction",
      "SignIn",
      "SolanaCalls",
      "SolanaProvider",
      "currentNetworkId",
      "defineSolanaNetwork",
      "deprecatedNetworkIds",
      "loadSolanaTokens",
      "solana",
      "solanaDevnet",
      "solanaMainnet",
      "solanaTestnet",
    ]
  `)
})
