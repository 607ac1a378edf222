/** EVM chain ids that the embedded wallet works on. */
const evmChains: readonly number[] = [
  1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113,
  324, 280, 100, 8453, 84531, 84532, 7777777, 999,
]

/** CAIP-2 ids of Solana's main, test and development networks: the first 32 characters of the genesis hash. */
const solanaNetworks = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
]

/** CAIP-2 ids of the networks that the embedded wallet accepts, unless the service is told other ones. */
export const supportedNetworks: readonly string[] = [
  ...evmChains.map((id) => `eip155:${id}`),
  ...solanaNetworks.map((reference) => `solana:${reference}`),
]
