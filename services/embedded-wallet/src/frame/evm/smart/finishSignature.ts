import { type Hex, serializeErc6492Signature } from 'viem'
import { clientOf } from '../node.js'
import type { EvmContext } from '../shapes.js'
import type { SmartAccount } from './deriveSmartAccount.js'
import { hasCode } from './planOperation.js'

/**
 * A signature of the account: as it is once the account is deployed (EIP-1271), wrapped with the deployment before (ERC-6492).
 *
 * @throws FrameError without a node, which is needed to check whether the account is deployed
 */
export async function finishSignature(
  signature: Hex,
  { address, factory, factoryData }: SmartAccount,
  context: Pick<EvmContext, 'chainId' | 'rpcUrl'>,
): Promise<Hex> {
  if (await hasCode(clientOf(context), address)) return signature
  return serializeErc6492Signature({ address: factory, data: factoryData, signature })
}
