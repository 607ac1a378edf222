import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'

/** Where the devstack's tokens keep an account's balance: name, symbol and supply stand before the mapping. */
export const getStorageSlot = (account: Address): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 3n]))
