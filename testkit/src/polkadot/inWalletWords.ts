import { ProviderRpcError } from '../evm/providerRpcError.js'

const userRejected = 4001

/** Injected Polkadot wallets have no error codes: a refusal of the user is an Error with one word. */
export async function inWalletWords<Value>(refusal: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderRpcError && error.code === userRejected) {
      throw new Error(refusal, { cause: error })
    }
    throw error
  }
}
