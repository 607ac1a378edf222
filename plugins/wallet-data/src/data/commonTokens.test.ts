import { createKernel } from '@latchkey/kernel'
import { Namespace } from '@latchkey/kernel/plugin'
import { parseNetworkId } from '@latchkey/kernel/contracts'
import { eip155 } from '@latchkey/plugin-eip155'
import { solana } from '@latchkey/plugin-solana'
import { expect, it } from 'vitest'
import { commonTokens } from './commonTokens.js'

const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const namespaces = createKernel([eip155({ networks: [chain] }), solana()]).list(Namespace)

it.each(Object.entries(commonTokens))('lists sound tokens of %s, each once', (networkId, tokens) => {
  const parts = parseNetworkId(networkId)
  const namespace = namespaces.find(({ id }) => id === parts?.namespace)
  expect(tokens.length).toBeGreaterThan(0)
  for (const { address, symbol, name, decimals } of tokens) {
    // Mixed case carries a checksum, so a typing error in the list fails here.
    expect(namespace?.isAddress(address), address).toBe(true)
    expect(symbol).toMatch(/^[A-Za-z]{2,6}0?$/)
    expect(name).toMatch(/^[A-Z][A-Za-z -]+0?$/)
    expect(decimals).toBeGreaterThanOrEqual(6)
    expect(decimals).toBeLessThanOrEqual(18)
  }
  expect(new Set(tokens.map(({ address }) => address.toLowerCase())).size).toBe(tokens.length)
})
