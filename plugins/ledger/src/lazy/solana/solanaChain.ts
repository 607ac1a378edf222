import { encodeBase58 } from '@latchkey/kernel/chain'
import { solana } from '../../paths.js'
import type { LedgerChainCode } from '../chainCode.js'
import { createSolanaWallet } from './createSolanaWallet.js'
import { readPublicKey } from './readPublicKey.js'

/** The Solana app. */
export const solanaChain: LedgerChainCode = {
  app: solana.app,
  readAddress: async (app, path, isShown) => encodeBase58(await readPublicKey(app, path, isShown)),
  createProvider: async (options) => createSolanaWallet(options),
}
