import { expect, it } from 'vitest'
import * as entry from './index.js'

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "Eip155Client",
      "Eip155Connections",
      "Eip155Provider",
      "EvmCalls",
      "SignTypedData",
      "eip155",
      "isAddress",
      "isSameAddress",
      "toChecksumAddress",
    ]
  `)
})
