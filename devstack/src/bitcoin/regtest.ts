import type { NETWORK } from '@scure/btc-signer'

/** Bitcoin's regtest address parameters, for @scure/btc-signer. */
export const regtest: typeof NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** CAIP-2 id of Bitcoin regtest: the first 32 hex characters of its genesis block hash. */
export const regtestChainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
