import { encodeFunctionData, erc20Abi, erc721Abi, type Hex, hexToBigInt, parseAbi, slice } from 'viem'
import type { Holder } from '../chain.js'
import type { ContractCall } from './evmCaller.js'

const multiTokenAbi = parseAbi(['function balanceOf(address account, uint256 id) view returns (uint256)'])

/** Whether each item of a collection has one owner (ERC-721) or amounts (ERC-1155). */
export type CollectionKinds = ReadonlyMap<string, 'single' | 'several'>

export function holderCall({ address, asset, tokenId }: Holder, kinds: CollectionKinds): ContractCall {
  const account = address as Hex
  if (tokenId === '') {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    return { to: asset, data }
  }
  const id = BigInt(tokenId)
  if (kinds.get(asset) === 'single') {
    return { to: asset, data: encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [id] }) }
  }
  const data = encodeFunctionData({ abi: multiTokenAbi, functionName: 'balanceOf', args: [account, id] })
  return { to: asset, data }
}

/** No answer counts as nothing held: a destroyed item has no owner, and a destroyed contract no balances. */
export function decodeAmount(
  { address, asset, tokenId }: Holder,
  kinds: CollectionKinds,
  answer: Hex | undefined,
): bigint {
  if (answer === undefined || answer.length < 66) return 0n
  if (tokenId !== '' && kinds.get(asset) === 'single') {
    return slice(answer, 12, 32).toLowerCase() === address ? 1n : 0n
  }
  return hexToBigInt(slice(answer, 0, 32))
}
