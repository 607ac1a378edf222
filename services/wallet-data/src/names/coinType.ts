const mainnet = 60
const evmBit = 0x80000000

/** SLIP-44 and ENSIP-11: 60 for Ethereum itself, the chain id with the highest bit set for every other EVM chain. */
export const coinTypeOf = (chainId: number): number => (chainId === 1 ? mainnet : (evmBit | chainId) >>> 0)
