import { base, blast, fantom, mainnet, moonbeam, moonriver, optimism } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import type { EvmChain } from './evmChain.js'
import { createExplorer } from './explorer.js'
import { readNetworks } from './networks.js'

const local: EvmChain = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  testnet: true,
  iconUrl: 'data:image/png;base64,AA==',
}

describe('readNetworks', () => {
  it('takes chain objects of viem and plain ones', () => {
    const networks = readNetworks([mainnet, base, optimism, local])
    expect([...networks.keys()]).toEqual(['eip155:1', 'eip155:8453', 'eip155:10', 'eip155:31337'])
    expect(networks.get('eip155:1')?.network).toMatchObject({
      namespace: 'eip155',
      name: 'Ethereum',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
      explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
    })
    expect(networks.get('eip155:31337')?.network).toEqual({
      id: 'eip155:31337',
      namespace: 'eip155',
      name: 'Local',
      nativeCurrency: local.nativeCurrency,
      rpcUrls: ['http://127.0.0.1:8545'],
      testnet: true,
      icon: 'data:image/png;base64,AA==',
    })
    expect(networks.get('eip155:1')?.chain).toBe(mainnet)
  })

  it('knows the end of networks that have closed, and the host may know better', () => {
    const closed = { on: '2027-01-31', say: 'Move what you hold.' }
    const networks = readNetworks([mainnet, moonbeam, moonriver, blast, fantom, { ...local, closed }])
    expect([...networks.values()].map(({ network }) => network.closed?.on)).toEqual([
      undefined,
      '2026-07-31',
      '2026-07-31',
      '2026-10-26',
      '2026-12-31',
      '2027-01-31',
    ])
  })

  it.each([
    [{ 31337: 'https://one.example' }, ['https://one.example']],
    [
      { 'eip155:31337': ['https://one.example', 'https://two.example'] },
      ['https://one.example', 'https://two.example'],
    ],
  ])('puts the host’s endpoints in place of the chain’s: %j', (rpcUrls, expected) => {
    const entry = readNetworks([local], rpcUrls as never).get('eip155:31337')
    expect(entry?.network.rpcUrls).toEqual(expected)
    expect(entry?.walletRpcUrls).toEqual(['http://127.0.0.1:8545'])
  })

  it('takes a chain without endpoints of its own when the host gives one, which wallets are not told', () => {
    const bare = { ...local, rpcUrls: { default: { http: [] } } }
    const entry = readNetworks([bare], { 31337: 'https://one.example' }).get('eip155:31337')
    expect(entry?.network.rpcUrls).toEqual(['https://one.example'])
    expect(entry?.walletRpcUrls).toEqual([])
  })

  const noChain = 'networks[0] must be a chain object with a positive whole number as its "id"'
  const noEndpoint = 'chain 31337 needs at least one RPC endpoint, and each must be an http(s) URL'
  it.each<[string, object | null, string]>([
    ['no chain', null, noChain],
    ['an id of zero', { id: 0 }, noChain],
    ['an id as text', { id: '0x1' }, noChain],
    ['no endpoint', { rpcUrls: { default: { http: [] } } }, noEndpoint],
    ['no endpoints', { rpcUrls: undefined }, noEndpoint],
    ['a socket', { rpcUrls: { default: { http: ['wss://rpc.example'] } } }, noEndpoint],
    ['half a URL', { rpcUrls: { default: { http: ['https://'] } } }, noEndpoint],
  ])('refuses %s', (_, change, sentence) => {
    const wrong = change && { ...local, ...change }
    expect(() => readNetworks([wrong as never])).toThrow(
      expect.objectContaining({
        code: 'EIP155_OPTIONS_INVALID',
        message: `eip155() cannot use these options: ${sentence}.`,
      }),
    )
  })

  it.each<[string, readonly Record<string, unknown>[], string]>([
    ['an empty name', [{ name: '' }], '`name` to be a text'],
    ['no coin', [{ nativeCurrency: undefined }], '`nativeCurrency` to have a name and a symbol'],
    [
      'impossible decimals',
      [{ nativeCurrency: { ...local.nativeCurrency, decimals: 37 } }],
      '`nativeCurrency.decimals` to be a whole number from 0 to 36',
    ],
    [
      'an explorer that is none',
      [{ blockExplorers: { default: { name: 'Scan', url: 'javascript:alert(1)' } } }],
      '`explorer.url` to be an http(s) address',
    ],
    ['a chain listed twice', [{}, {}], 'it to be listed once'],
  ])('refuses %s, by the rules of the kernel', (_, changes, sentence) => {
    const chains = changes.map((change) => ({ ...local, ...change }) as never)
    expect(() => readNetworks(chains)).toThrow(
      expect.objectContaining({
        code: 'NETWORK_INVALID',
        message: `The network "eip155:31337" of "eip155" cannot be used: expected ${sentence}.`,
      }),
    )
  })

  it.each([[[]], [undefined], ['mainnet']])('wants a list of chains, not %j', (value) => {
    expect(() => readNetworks(value as never)).toThrow('"networks" must list at least one chain')
  })

  it('tells of endpoints for a network that is not listed', () => {
    expect(() => readNetworks([local], { 'eip155:5': 'https://one.example' })).toThrow(
      'rpcUrls names "5", which is not in "networks"',
    )
  })
})

describe('explorer', () => {
  const explorer = createExplorer(readNetworks([mainnet, local]))
  it('links to the network’s explorer', () => {
    expect(explorer.addressUrl('eip155:1', '0xabc')).toBe('https://etherscan.io/address/0xabc')
    expect(explorer.transactionUrl('eip155:1', '0x1/../x')).toBe('https://etherscan.io/tx/0x1%2F..%2Fx')
  })

  it('answers nothing where there is none', () => {
    expect(explorer.addressUrl('eip155:31337', '0xabc')).toBeUndefined()
    expect(explorer.transactionUrl('eip155:99', '0xabc')).toBeUndefined()
  })
})
