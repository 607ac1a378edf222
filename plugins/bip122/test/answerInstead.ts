import type { BitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { address as addresses, networks, Psbt } from 'bitcoinjs-lib'

type Wallet = BitcoinTestWallet['wallet']

/** Puts an answer in the place of the wallet's next signature. */
export function answerInstead({ features }: Wallet, answer: () => unknown): void {
  const restores: (() => void)[] = []
  const take = (feature: keyof typeof features, name: string) => {
    const functions = features[feature] as unknown as Record<string, (...given: unknown[]) => unknown>
    const own = functions[name]
    if (!own) throw new Error(`The wallet has no ${name}.`)
    restores.push(() => Object.assign(functions, { [name]: own }))
    functions[name] = async () => {
      for (const restore of restores) restore()
      return answer()
    }
  }
  take('bitcoin:signMessage', 'signMessage')
  take('bitcoin:signTransaction', 'signTransaction')
}

/** Has the wallet pay somebody else in the place of the next payment. Its signatures hold. */
export function payAnother({ features }: Wallet, receiver: string): void {
  const feature = features['bitcoin:signTransaction']
  const own = feature.signTransaction
  const replace: typeof own = (...inputs) => {
    feature.signTransaction = own
    return own(...inputs.map((input) => ({ ...input, psbt: withReceiver(input.psbt, receiver) })))
  }
  feature.signTransaction = replace
}

/** The same payment to another receiver. */
function withReceiver(bytes: Uint8Array, receiver: string): Uint8Array {
  const asked = Psbt.fromBuffer(bytes)
  const changed = new Psbt({ network: networks.regtest })
  changed.setVersion(asked.version)
  changed.setLocktime(asked.locktime)
  for (const [at, { hash, index, sequence = 0xffffffff }] of asked.txInputs.entries())
    changed.addInput({ ...asked.data.inputs[at], hash, index, sequence })
  const instead = addresses.toOutputScript(receiver, networks.regtest)
  for (const [at, { script, value }] of asked.txOutputs.entries())
    changed.addOutput({ value, script: at === 0 ? instead : script })
  return changed.toBuffer()
}
