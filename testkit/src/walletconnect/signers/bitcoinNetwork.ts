import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { WalletError } from '../walletError.js'

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }

/** Address versions by CAIP-2 id: the first 32 hex digits of the genesis block (bip122 profile). */
const networks: Readonly<Record<string, typeof NETWORK>> = {
  'bip122:000000000019d6689c085ae165831e93': NETWORK,
  'bip122:000000000933ea01ad0ee984209779ba': TEST_NETWORK,
  'bip122:00000000da84f2bafbbc53dee25a72ae': TEST_NETWORK,
  'bip122:00000008819873e925422c1ff0f99f7c': TEST_NETWORK,
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': regtest,
}

export function bitcoinNetworkOf(chainId: string): typeof NETWORK {
  const network = networks[chainId]
  if (!network) throw new WalletError(5100, `The wallet does not know the Bitcoin network "${chainId}".`)
  return network
}
