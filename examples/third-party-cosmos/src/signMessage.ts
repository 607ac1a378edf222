import { invalidAnswer, readField, rpcErrorFrom } from '@latchkey/kernel/chain'
import type { CapabilityOf, SignMessageCapability } from '@latchkey/kernel/contracts'
import type { KeplrProvider } from './keplr.js'

/** ADR-36 through the wallet. The signature is base64 of 64 bytes, r and s. */
export const signCosmosMessage: CapabilityOf<SignMessageCapability, KeplrProvider> = {
  async sign({ account, networkId, provider, message }) {
    const chainId = networkId.slice('cosmos:'.length)
    try {
      const answer: unknown = await provider.signArbitrary(chainId, account.address, message)
      const signature = readField(answer, 'signature')
      if (typeof signature !== 'string' || !/^[a-z0-9+/]{86}==$/i.test(signature))
        throw invalidAnswer('The wallet', 'signArbitrary', typeof signature)
      return { signature, type: 'adr36' }
    } catch (error) {
      throw rpcErrorFrom(error, { method: 'signArbitrary' })
    }
  },
}
