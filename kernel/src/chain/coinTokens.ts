const low = (end: string): `0x${string}` => `0x${end.padStart(40, '0')}`
const celo = '0x471EcE3750Da237f93B8E339c536989b8978a438'
const polygon = low('1010')
const moonbeam = low('802')
const metis = '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'
const zksync = low('800A')

/**
 * Token contracts that move the network's own coin, by chain id. Read on 29 November 2026.
 *
 * - Celo: docs.celo.org, "Token duality".
 * - Polygon PoS: its genesis contract MRC20, at 0x…1010 of the mainnet and of Amoy.
 * - Moonbeam, Moonriver and Moonbase: docs.moonbeam.network, "Native token ERC-20 precompile".
 * - Metis: its predeployed contract of METIS, which answers with the coin's balance.
 * - ZKsync Era and Abstract: the system contract L2BaseToken.
 */
export const coinTokens: Readonly<Record<number, `0x${string}`>> = {
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
