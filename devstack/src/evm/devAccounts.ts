import { type Hex, bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import type { EvmAccount } from './evmStack.js'

/** The mnemonic every local EVM node uses. Its keys are public: never send anything of value to them. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk'

/** The first accounts of a mnemonic on m/44'/60'/0'/0 (BIP-44). */
export function devAccounts(mnemonic: string, count: number): readonly EvmAccount[] {
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: count }, (_, index) => {
    const key = parent.deriveChild(index).privateKey
    if (!key) throw new Error(`Account ${index} of the mnemonic has no private key.`)
    const privateKey: Hex = bytesToHex(key)
    return { address: privateKeyToAddress(privateKey), privateKey }
  })
}
