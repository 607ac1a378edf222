import { createKernel } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { firstLoadOf } from '../../../scripts/firstLoad.js'
import { baseAccount, baseAccountId, type BaseAccountOptions } from './index.js'

const network = {
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const others = () => [eip155({ networks: [network], discovery: false, injected: false })]

describe('conformance', () => {
  pluginSuite({ test, create: baseAccount, others, manifest })
})

const connectorOf = (options?: BaseAccountOptions) => {
  const kernel = createKernel([...others(), baseAccount(options)], {
    logLevel: 'silent',
    storage: fakeStorage(),
  })
  return kernel.list(Connector).find(({ id }) => id === baseAccountId)
}

it('stands among external wallets, and among featured ones where the host says so', () => {
  expect(connectorOf()).toMatchObject({
    group: 'external',
    name: 'Base Account',
    rdns: 'com.coinbase.wallet',
  })
  expect(connectorOf({ featured: true })?.group).toBe('featured')
})

it('takes the place of the extension only where it can reach it', () => {
  expect(connectorOf({ preference: 'eoaOnly' })).toMatchObject({
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
  })
  expect(connectorOf({ preference: 'smartWalletOnly' })?.rdns).toBeUndefined()
})

it.each([
  [{ preference: 'none' }, '`preference` to be "all", "smartWalletOnly" or "eoaOnly"'],
  [{ featured: 'yes' }, '`featured` to be true or false'],
  [{ keysUrl: 'http://keys.example' }, '`keysUrl` to be an https address'],
  [{ keysUrl: 'javascript:alert(1)' }, '`keysUrl` to be an https address'],
])('refuses %j and says what was expected', (options, expected) => {
  expect(() => baseAccount(options as BaseAccountOptions)).toThrow(
    expect.objectContaining({
      code: 'BASE_ACCOUNT_OPTIONS_INVALID',
      shortMessage: `baseAccount() expects ${expected}.`,
    }),
  )
})

it('loads neither the SDK nor anything else of itself before it is offered', async () => {
  const { modules } = await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))
  expect(modules.filter((path) => /coinbase|src\/lazy\/|viem/.test(path))).toEqual([])
})
