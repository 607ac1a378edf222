import { getAddress, type Hex, isAddressEqual, size, slice } from 'viem'
import type { Client } from '../node.js'
import { say, type Text } from '../../../words/say.js'

/** The code that the key's account is upgraded to (EIP-7702): MetaMask's, at one address on every network that has it. */
export const upgradeCode = {
  address: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
  name: 'MetaMask smart account 1.3.0',
} as const

/** What the account of a key runs on a network. */
export type Upgrade =
  /** Nothing. It can be upgraded where the network has the code. */
  | { readonly kind: 'none'; readonly isPossible: boolean }
  /** The code that the frame upgrades to. */
  | { readonly kind: 'own'; readonly address: Hex }
  /** Other code: what a call of the account does with it isn't known here. */
  | { readonly kind: 'unknown'; readonly address: Hex }

const designator = '0xef0100'

/** Reads it from the app's node. @throws Error when the node doesn't answer */
export async function readUpgrade(client: Client, account: Hex): Promise<Upgrade> {
  const code = (await client.getCode({ address: account })) ?? '0x'
  if (code === '0x') {
    const there = (await client.getCode({ address: upgradeCode.address })) ?? '0x'
    return { kind: 'none', isPossible: there !== '0x' }
  }
  const isDelegation = size(code) === 23 && slice(code, 0, 3) === designator
  const address = isDelegation ? getAddress(slice(code, 3)) : account
  return { kind: isDelegation && isAddressEqual(address, upgradeCode.address) ? 'own' : 'unknown', address }
}

/** What the code is called, with its address. */
export const nameUpgrade = ({ kind, address }: Exclude<Upgrade, { kind: 'none' }>): Text =>
  kind === 'own' ? `${upgradeCode.name}, ${address}` : say`Unknown code, ${address}`

/** What the account runs, in the form of the frame's protocol. `name` is absent for unknown code. */
export const tellUpgrade = (upgrade: Upgrade): { readonly address: Hex; readonly name?: string } | null =>
  upgrade.kind === 'none'
    ? null
    : { address: upgrade.address, ...(upgrade.kind === 'own' ? { name: upgradeCode.name } : {}) }
