/** Where an answer came from: a wallet-data service, the chain's own nodes, or the wallet (EIP-7811 asset discovery). */
export type DataSource = 'service' | 'chain' | 'wallet'
