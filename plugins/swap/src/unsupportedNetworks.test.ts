import { expect, it } from 'vitest'
import { gasPriceNetworkUnsupported, swapNetworkUnsupported } from './unsupportedNetworks.js'

it("says the specification's sentences, each with a code of its own", () => {
  const errors = [swapNetworkUnsupported('eip155:5'), gasPriceNetworkUnsupported('eip155:5')]
  expect(errors.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toEqual([
    'SWAP_NETWORK_UNSUPPORTED: Network not supported for Swaps',
    'GAS_PRICE_NETWORK_UNSUPPORTED: Network not supported for Gas Price',
  ])
})
