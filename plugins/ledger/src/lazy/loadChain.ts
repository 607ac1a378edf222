import { chainNotSupported } from '@latchkey/kernel/wallet'
import type { LedgerChainCode } from './chainCode.js'

/** Loads what one chain needs. @throws BaseError `CHAIN_NOT_SUPPORTED` */
export async function loadChain(namespace: string): Promise<LedgerChainCode> {
  if (namespace === 'eip155') return (await import('./evm/evmChain.js')).evmChain
  if (namespace === 'solana') return (await import('./solana/solanaChain.js')).solanaChain
  throw chainNotSupported(namespace)
}
