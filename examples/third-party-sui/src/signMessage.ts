import { capability, SignMessage } from '@latchkey/kernel/contracts'
import { isSignedOver, kindOfSignature } from './signature.js'
import { suiWallet } from './wallet.js'

/** Signs as a personal message of Sui. The signature is base64 of its kind, itself and the key. */
export const signMessage = () =>
  capability(SignMessage, suiWallet.key, {
    async sign({ account, provider, message }) {
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const { signature } = await suiWallet.ask({
        method: 'signPersonalMessage',
        ask: () => provider.signMessage(account.address, bytes),
        isAnswer: isSignedOver(base64Of(bytes)),
      })
      return { signature, type: kindOfSignature(signature) }
    },
  })

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
