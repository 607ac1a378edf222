import { linea } from 'viem/chains'

/** viem has these on its chain alone. In a module of its own, bundlers take no other chain along. */
export const { fees } = linea
