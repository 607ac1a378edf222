import { capability, SignMessage } from '@latchkey/kernel/contracts'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { wallet } from './wallet.js'

const isSignature = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^[0-9a-f]{128}$/.test(answer)

export const signMessage = () =>
  capability(SignMessage, wallet.key, {
    async sign({ account, provider, message }) {
      const bytes = typeof message === 'string' ? utf8ToBytes(message) : message
      const request = { address: account.address, message: bytesToHex(bytes) }
      const signature = await wallet.ask({
        method: 'signMessage',
        ask: () => provider.signMessage(request),
        isAnswer: isSignature,
      })
      return { signature, type: 'ed25519' }
    },
  })
