import type { NETWORK } from '@scure/btc-signer'

/** The networks the wallet knows. */
export type BitcoinTestNetwork = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** How one network is called by everyone, and what its addresses look like. */
export interface BitcoinNetworkNames {
  readonly parameters: typeof NETWORK
  /** BIP-44 coin type: 0 for mainnet, 1 for every test network. */
  readonly coinType: 0 | 1
  /** Wallet Standard. */
  readonly standard: `bitcoin:${string}`
  /** sats-connect. */
  readonly satsConnect: 'Mainnet' | 'Testnet' | 'Signet' | 'Regtest'
  /** UniSat: its network and its chain. */
  readonly unisat: { readonly network: 'livenet' | 'testnet'; readonly chain: string }
}

const main = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 }
const test = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** Every network by its name. */
export const bitcoinNetworks: Readonly<Record<BitcoinTestNetwork, BitcoinNetworkNames>> = {
  mainnet: {
    parameters: main,
    coinType: 0,
    standard: 'bitcoin:mainnet',
    satsConnect: 'Mainnet',
    unisat: { network: 'livenet', chain: 'BITCOIN_MAINNET' },
  },
  testnet: {
    parameters: test,
    coinType: 1,
    standard: 'bitcoin:testnet',
    satsConnect: 'Testnet',
    unisat: { network: 'testnet', chain: 'BITCOIN_TESTNET' },
  },
  signet: {
    parameters: test,
    coinType: 1,
    standard: 'bitcoin:signet',
    satsConnect: 'Signet',
    unisat: { network: 'testnet', chain: 'BITCOIN_SIGNET' },
  },
  regtest: {
    parameters: { ...test, bech32: 'bcrt' },
    coinType: 1,
    standard: 'bitcoin:regtest',
    satsConnect: 'Regtest',
    unisat: { network: 'testnet', chain: 'BITCOIN_REGTEST' },
  },
}
