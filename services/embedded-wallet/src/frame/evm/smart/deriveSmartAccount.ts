import { concat, encodeAbiParameters, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import { accountAbi, contracts, factoryAbi, proxyCode } from './contracts.js'

export interface SmartAccount {
  readonly address: Hex
  readonly owner: Hex
  readonly factory: Hex
  /** What the factory is called with to deploy the account. */
  readonly factoryData: Hex
}

const salt: Hex = `0x${'0'.repeat(64)}`

/** The account of an owner, which has the same address on every network (CREATE2), deployed or not. */
export function deriveSmartAccount(owner: Hex): SmartAccount {
  const initialize = encodeFunctionData({
    abi: accountAbi,
    functionName: 'initialize',
    args: [owner, [], [], []],
  })
  const parameters = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }],
    [contracts.implementation, initialize],
  )
  const bytecode = concat([proxyCode, parameters])
  const { factory } = contracts
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode }),
    owner,
    factory,
    factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args: [bytecode, salt] }),
  }
}
