import { copyList, readField } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { chainOf } from '../../networks.js'
import type { BitcoinWallet, PsbtInput } from '../../provider.js'
import { base64Of, fromBase64 } from '../bytes.js'
import type { StandardWallet } from '../standardWallet.js'
import { answerLimits } from './adapter.js'
import type { StandardReader } from './createStandardReader.js'

/** BIP-143 and BIP-341 types by the words of the standard. DEFAULT is said by leaving it out. */
const sighashNames: Readonly<Record<number, string>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/** What a Wallet Standard wallet signs. */
export function createStandardWallet(
  name: string,
  wallet: StandardWallet,
  { has, ask, accountOf }: StandardReader,
): BitcoinWallet {
  return {
    name,
    provider: wallet,
    ...(has('bitcoin:signMessage') && {
      async signMessage({ address, message }) {
        const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
        const input = { account: await accountOf(address), message: bytes }
        const [output] = listOf(await ask('bitcoin:signMessage', 'signMessage', input))
        const signature = readField(output, 'signature')
        return base64Of(signature, answerLimits.signature)
      },
    }),
    ...(has('bitcoin:signTransaction') && {
      async signPsbt({ networkId, psbt, inputs }) {
        const input = {
          psbt: fromBase64(psbt),
          inputsToSign: await groupInputs(inputs, accountOf),
          chain: chainName(networkId),
        }
        const [output] = listOf(await ask('bitcoin:signTransaction', 'signTransaction', input))
        const signed = readField(output, 'signedPsbt')
        return base64Of(signed, answerLimits.psbt)
      },
    }),
  }
}

/** Inputs of one account that are signed in the same way, together. */
async function groupInputs(inputs: readonly PsbtInput[], accountOf: StandardReader['accountOf']) {
  const groups = new Map<string, readonly PsbtInput[]>()
  for (const input of inputs) {
    const key = `${input.address} ${input.sighash}`
    groups.set(key, [...(groups.get(key) ?? []), input])
  }
  return Promise.all(
    [...groups.values()].map(async (group) => {
      const [{ address, sighash = 0 }] = group as readonly [PsbtInput]
      const flag = sighashNames[sighash]
      return {
        account: await accountOf(address),
        signingIndexes: group.map(({ index }) => index),
        ...(flag === undefined ? {} : { sigHash: flag }),
      }
    }),
  )
}

const chainName = (networkId: NetworkId) => `bitcoin:${chainOf(networkId) ?? ''}`

/** One input was asked about: one output is the answer. */
const listOf = (answer: unknown): readonly unknown[] => copyList(answer, 1) ?? []
