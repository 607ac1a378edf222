import { decodeHex, encodeHex, readField } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { chainOf } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'
import { fromBase64, messageNotText, toBase64, toText } from '../bytes.js'
import type { RequestProvider, RequestWalletReader } from './createRequestWalletReader.js'

const leatherNetwork = (networkId: NetworkId) => chainOf(networkId) ?? 'mainnet'

/** What wallets of the `request` dialect sign and send, with parameters as sats-connect has them. */
export function createSatsConnectWallet(
  name: string,
  provider: RequestProvider,
  { ask }: Pick<RequestWalletReader, 'ask'>,
): BitcoinWallet {
  return {
    name,
    provider,
    async signMessage({ address, message, protocol }) {
      const text = toText(message)
      if (text === undefined) throw messageNotText(name)
      const answer = await ask('signMessage', { address, message: text, protocol: protocol.toUpperCase() })
      return readField(answer, 'signature')
    },
    async signPsbt({ psbt, inputs }) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs) {
        signInputs[address] = [...(signInputs[address] ?? []), index]
      }
      const answer = await ask('signPsbt', { psbt, signInputs, broadcast: false })
      return readField(answer, 'psbt')
    },
    async sendTransfer({ to, amount }) {
      const answer = await ask('sendTransfer', { recipients: [{ address: to, amount: Number(amount) }] })
      return readField(answer, 'txid')
    },
  }
}

/** What Leather signs and sends, with parameters after WBIP-006. */
export function createLeatherWallet(
  name: string,
  provider: RequestProvider,
  { ask }: Pick<RequestWalletReader, 'ask'>,
): BitcoinWallet {
  return {
    name,
    provider,
    async signMessage({ networkId, address, message }) {
      const text = toText(message)
      if (text === undefined) throw messageNotText(name)
      const answer = await ask('signMessage', {
        message: text,
        paymentType: /^(?:bc|tb|bcrt)1p/i.test(address) ? 'p2tr' : 'p2wpkh',
        network: leatherNetwork(networkId),
      })
      return readField(answer, 'signature')
    },
    async signPsbt({ networkId, psbt, inputs }) {
      const sighashes = [...new Set(inputs.flatMap(({ sighash }) => sighash ?? []))]
      const answer = await ask('signPsbt', {
        hex: encodeHex(fromBase64(psbt) ?? new Uint8Array()),
        signAtIndex: inputs.map(({ index }) => index),
        ...(sighashes.length > 0 ? { allowedSighash: sighashes } : {}),
        network: leatherNetwork(networkId),
        broadcast: false,
      })
      const hex = readField(answer, 'hex')
      const bytes = typeof hex === 'string' ? decodeHex(hex) : undefined
      return bytes ? toBase64(bytes) : hex
    },
    async sendTransfer({ networkId, to, amount }) {
      const answer = await ask('sendTransfer', {
        recipients: [{ address: to, amount: String(amount) }],
        network: leatherNetwork(networkId),
      })
      return readField(answer, 'txid')
    },
  }
}
