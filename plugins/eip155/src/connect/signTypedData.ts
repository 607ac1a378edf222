import type { SignedMessage } from '@latchkey/kernel/contracts'
import type { SignTypedDataRequest } from '../typedData.js'
import { readSignature } from './answers.js'
import { askWallet } from './askWallet.js'
import { serializeTypedData } from './serializeTypedData.js'
import { walletOf } from './walletOf.js'

/** EIP-712 by `eth_signTypedData_v4`, with the account first and the data as JSON. */
export async function signTypedData(request: SignTypedDataRequest): Promise<SignedMessage> {
  const { account, provider, typedData, networkId } = request
  const method = 'eth_signTypedData_v4'
  const json = serializeTypedData(typedData, networkId)
  const answer = await askWallet(walletOf(provider), method, [account.address, json])
  return { signature: readSignature('The wallet', method, answer), type: 'eip712' }
}
