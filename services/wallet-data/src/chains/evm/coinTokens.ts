const low = (end: string) => `0x${end.padStart(40, '0')}`
const celo = '0x471ece3750da237f93b8e339c536989b8978a438'
const polygon = low('1010')
const moonbeam = low('802')
const metis = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'
const zksync = low('800a')

/** Token contracts that move the network's own coin, by chain id, canonical. The plugin for EVM networks says where each is from. */
export const coinTokens: Readonly<Record<number, string>> = {
  42220: celo,
  11142220: celo,
  137: polygon,
  80002: polygon,
  1284: moonbeam,
  1285: moonbeam,
  1287: moonbeam,
  1088: metis,
  324: zksync,
  300: zksync,
  2741: zksync,
}
