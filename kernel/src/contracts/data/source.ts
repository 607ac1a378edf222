/**
 * Where an answer came from: a wallet-data service, the chain's own nodes, the wallet (EIP-7811 asset discovery), or explorers
 * merged with the chain.
 */
export type DataSource = 'service' | 'chain' | 'wallet' | 'explorer'
