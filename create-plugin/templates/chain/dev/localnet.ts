import { coin } from '../src/networks.js'

/** The network of the local node, at whatever address that has. */
export const localnet = (nodeUrl: string) => ({
  id: '__id__:localnet' as const,
  namespace: '__id__',
  name: '__label__ on this machine',
  nativeCurrency: coin,
  rpcUrls: [nodeUrl],
  testnet: true,
})
