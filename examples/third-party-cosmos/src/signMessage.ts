import { invalidAnswer, rpcErrorFrom } from '@latchkey/kernel/chain'
import type { CapabilityOf, SignMessageCapability } from '@latchkey/kernel/plugin'
import type { KeplrProvider } from './keplr.js'

/** ADR-36 through the wallet. The signature is base64 of 64 bytes, r and s. */
export const signCosmosMessage: CapabilityOf<SignMessageCapability, KeplrProvider> = {
  async sign({ account, networkId, provider, message }) {
    const chainId = networkId.slice('cosmos:'.length)
    try {
      const answer = await provider.signArbitrary(chainId, account.address, message)
      if (typeof answer?.signature !== 'string')
        throw invalidAnswer('The wallet', 'signArbitrary', typeof answer)
      return { signature: answer.signature, type: 'adr36' }
    } catch (error) {
      throw rpcErrorFrom(error)
    }
  },
}
