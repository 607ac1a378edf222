import { describe, expect, it } from 'vitest'
import { createExplorer } from './explorer.js'
import { defineSolanaNetwork } from './defineSolanaNetwork.js'
import { currentNetworkId, networkOf, solanaDevnet, solanaMainnet, solanaTestnet } from './networks.js'
import { readOptions } from './readOptions.js'

const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'

describe('networks', () => {
  it('carry the CAIP-2 ids that come of the genesis hashes', () => {
    expect(
      [solanaMainnet, solanaDevnet, solanaTestnet].map(({ id, walletStandardChain }) => [
        id,
        walletStandardChain,
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
          "solana:mainnet",
        ],
        [
          "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
          "solana:devnet",
        ],
        [
          "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
          "solana:testnet",
        ],
      ]
    `)
    expect(defineSolanaNetwork({ genesisHash, name: 'T', rpcUrls: [] }).id).toBe(solanaTestnet.id)
  })

  it('are found by the ids of earlier years', () => {
    expect(currentNetworkId('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ')).toBe(solanaMainnet.id)
    expect(currentNetworkId('solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')).toBe(solanaDevnet.id)
    expect(currentNetworkId('solana:constructor')).toBe('solana:constructor')
    const networks = readOptions({ networks: [solanaMainnet] })
    expect(networkOf(networks, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ').name).toBe('Solana')
    expect(() => networkOf(networks, solanaDevnet.id)).toThrowErrorMatchingInlineSnapshot(`
      [NetworkError: Network Not Found

      solana() does not list "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1". Add it to "networks".]
    `)
  })

  it('take endpoints and commitment of the host, by any id', () => {
    const networks = readOptions({
      networks: [solanaMainnet, solanaDevnet],
      rpcUrls: { 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'https://rpc.example' },
      commitment: { [solanaDevnet.id]: 'finalized' },
    })
    expect(networks.get(solanaMainnet.id)).toMatchObject({
      rpcUrls: ['https://rpc.example'],
      commitment: 'confirmed',
    })
    expect(networks.get(solanaDevnet.id)).toMatchObject({
      rpcUrls: ['https://api.devnet.solana.com'],
      commitment: 'finalized',
    })
    expect(readOptions({ commitment: 'processed' }).get(solanaMainnet.id)?.commitment).toBe('processed')
  })

  it('are refused with every mistake at once', () => {
    expect(() =>
      readOptions({
        networks: [
          { ...solanaMainnet, rpcUrls: ['ftp://x'], walletStandardChain: 'mainnet' as never },
          { ...solanaDevnet, id: 'eip155:1', name: ' ' },
          null as never,
        ],
        rpcUrls: { [solanaTestnet.id]: 'https://rpc.example' },
        commitment: 'max' as never,
      }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: solana() cannot use these options: 12 to fix.

      1. networks[0]: "rpcUrls" must have at least one RPC endpoint, each an http(s) URL.
      2. networks[0]: "walletStandardChain" must be like "solana:mainnet".
      3. networks[0]: "commitment" must be processed, confirmed or finalized.
      4. networks[1]: "id" must be a CAIP-2 id of the namespace "solana"; defineSolanaNetwork makes one.
      5. networks[1]: "name" must be a text.
      6. networks[1]: "commitment" must be processed, confirmed or finalized.
      7. networks[2]: "id" must be a CAIP-2 id of the namespace "solana"; defineSolanaNetwork makes one.
      8. networks[2]: "name" must be a text.
      9. networks[2]: "rpcUrls" must have at least one RPC endpoint, each an http(s) URL.
      10. networks[2]: "walletStandardChain" must be like "solana:mainnet".
      11. networks[2]: "commitment" must be processed, confirmed or finalized.
      12. "rpcUrls" names "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z", which is not in "networks".

      Docs: @latchkey/plugin-solana/README.md#options]
    `)
    expect(() => readOptions({ networks: [] })).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: solana() cannot use these options: 1 to fix.

      1. "networks" must list at least one network.

      Docs: @latchkey/plugin-solana/README.md#options]
    `)
    expect(() =>
      readOptions({ networks: [solanaMainnet, solanaMainnet] }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: solana() cannot use these options: 1 to fix.

      1. networks[1]: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" is listed twice.

      Docs: @latchkey/plugin-solana/README.md#options]
    `)
    expect(() =>
      defineSolanaNetwork({ genesisHash: 'x', name: 'T', rpcUrls: [] }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: defineSolanaNetwork() cannot use these options: 1 to fix.

      1. "genesisHash" must be base58 of 32 bytes, as getGenesisHash answers; "x" is not.

      Docs: @latchkey/plugin-solana/README.md#options]
    `)
  })
})

describe('explorer links', () => {
  const explorer = createExplorer(readOptions({ networks: [solanaMainnet, solanaDevnet] }))

  it('name the cluster', () => {
    expect(explorer.addressUrl(solanaDevnet.id, 'abc')).toBe(
      'https://explorer.solana.com/address/abc?cluster=devnet',
    )
    expect(explorer.transactionUrl(solanaMainnet.id, 'sig')).toBe('https://explorer.solana.com/tx/sig')
    expect(explorer.transactionUrl('solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', 'sig')).toContain(
      'cluster=devnet',
    )
  })

  it('never leave the path, and are none for networks without an explorer', () => {
    expect(explorer.addressUrl(solanaMainnet.id, '../x?y#z')).toBe(
      'https://explorer.solana.com/address/..%2Fx%3Fy%23z',
    )
    expect(explorer.addressUrl(solanaTestnet.id, 'abc')).toBeUndefined()
  })
})
