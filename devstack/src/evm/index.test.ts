import { expect, it } from 'vitest'
import * as entry from './index.js'

it('exports what is promised', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "DEV_MNEMONIC",
      "artifacts",
      "deployAmm",
      "deployFeeds",
      "deployShop",
      "deploySlipstream",
      "deployUniswapV4",
      "devAccounts",
      "legacyTokenAbi",
      "ownedAccountAbi",
      "ownedAccountFactoryAbi",
      "smartAccountContracts",
      "startCoinLogs",
      "startEvm",
      "waitForReceipt",
    ]
  `)
})
