import type { Hex } from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import type { WalletAccount } from './walletAccount.js'
import type { WalletContext } from './walletContext.js'

/** Wraps the signature of a contract that is not on the wallet's chain yet, by ERC-6492. Others stay as they are. */
export async function wrapUndeployed(
  { state, node }: WalletContext,
  { address, deployment }: WalletAccount,
  signature: Hex,
): Promise<Hex> {
  if (!deployment) return signature
  const code = await node(state.chainId)('eth_getCode', [address, 'latest'])
  if (code !== '0x') return signature
  return serializeErc6492Signature({ address: deployment.factory, data: deployment.data, signature })
}
