import { createKernel } from '@latchkey/kernel'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'

const { endpoint, genesisHash } = window.tipJar
const local = defineSolanaNetwork({ genesisHash, name: 'Local', rpcUrls: [endpoint] })

export const kernel = createKernel([solana({ networks: [local] })])
