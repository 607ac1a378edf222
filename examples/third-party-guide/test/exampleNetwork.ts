import type { Network } from '@latchkey/kernel/plugin'

/** The network of the guides, at endpoints of a test. */
export const exampleNetwork = (...rpcUrls: readonly string[]): Network => ({
  id: 'example:mainnet',
  namespace: 'example',
  name: 'Example',
  nativeCurrency: { name: 'Example coin', symbol: 'EXC', decimals: 9 },
  rpcUrls,
})
