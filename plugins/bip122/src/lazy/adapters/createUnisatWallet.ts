import { decodeHex, encodeHex } from '@latchkey/kernel/chain'
import type { BitcoinWallet } from '../../provider.js'
import { fromBase64, messageNotText, toBase64, toText } from '../bytes.js'
import type { UnisatProvider, UnisatReader } from './createUnisatReader.js'

/** What a wallet whose object is like that of UniSat signs and sends. */
export function createUnisatWallet(
  name: string,
  provider: UnisatProvider,
  { can, ask, checkPlace }: UnisatReader,
): BitcoinWallet {
  return {
    name,
    provider,
    ...(can('signMessage') && {
      async signMessage({ message, protocol }) {
        const text = toText(message)
        if (text === undefined) throw messageNotText(name)
        return ask('signMessage', text, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa')
      },
    }),
    async signPsbt({ psbt, inputs }) {
      const toSignInputs = inputs.map(({ index, address, sighash }) => ({
        index,
        address,
        ...(sighash === undefined ? {} : { sighashTypes: [sighash] }),
      }))
      const hex = encodeHex(fromBase64(psbt) ?? new Uint8Array())
      const answer = await ask('signPsbt', hex, { autoFinalized: false, toSignInputs })
      const bytes = typeof answer === 'string' ? (decodeHex(answer) ?? fromBase64(answer)) : undefined
      return bytes ? toBase64(bytes) : answer
    },
    ...(can('sendBitcoin') && {
      async sendTransfer({ networkId: asked, from, to, amount, feeRate }) {
        await checkPlace(asked, from)
        return ask('sendBitcoin', to, Number(amount), ...(feeRate === undefined ? [] : [{ feeRate }]))
      },
    }),
  }
}
