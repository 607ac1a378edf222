import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** Address parameters of regtest, for @scure/btc-signer. */
const regtest: typeof NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

const mainnetId = 'bip122:000000000019d6689c085ae165831e93'
const regtestId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** How addresses of a network are written. Every test network but regtest writes them alike. */
export function addressParametersOf(networkId: string): typeof NETWORK {
  if (networkId === mainnetId) return NETWORK
  return networkId === regtestId ? regtest : TEST_NETWORK
}
