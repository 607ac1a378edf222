import { expect, test } from 'vitest'
import { mainnet } from '../src/index.js'

test('says where transactions can be looked up', () => {
  expect(
    mainnet.explorer,
    `Next: say where people look up a transaction of __label__. In src/networks.ts, put this behind "rpcUrls: ['https://rpc.__id__.example'],":

  explorer: { name: '__label__ explorer', url: 'https://explorer.__id__.example' },

Links to accounts and transactions are made from it. README.md says what comes after that.
`,
  ).toMatchObject({ name: expect.stringMatching(/./), url: expect.stringMatching(/^https:\/\//) })
})
