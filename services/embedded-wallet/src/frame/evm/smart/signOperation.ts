import { concat, type Hex, pad, toHex } from 'viem'
import { getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { contracts } from './contracts.js'

export type Operation = UserOperation<'0.7'>

/** The operation's hash (ERC-4337). Computed here, and never taken from a bundler. */
export const hashOperation = (operation: Operation, chainId: number): Hex =>
  getUserOperationHash({
    chainId,
    entryPointAddress: contracts.entryPoint,
    entryPointVersion: '0.7',
    userOperation: operation,
  })

const word = (high: bigint, low: bigint) =>
  concat([pad(toHex(high), { size: 16 }), pad(toHex(low), { size: 16 })])

const types = {
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const

/** Signs the whole operation as the account's typed data (EIP-712), which names account, chain and EntryPoint. */
export async function signOperation(operation: Operation, chainId: number, key: Hex): Promise<Operation> {
  const { sender, factory, factoryData, paymaster } = operation
  const signature = await privateKeyToAccount(key).signTypedData({
    domain: { name: 'HybridDeleGator', version: '1', chainId, verifyingContract: sender },
    types,
    primaryType: 'PackedUserOperation',
    message: {
      sender,
      nonce: operation.nonce,
      initCode: factory ? concat([factory, factoryData ?? '0x']) : '0x',
      callData: operation.callData,
      accountGasLimits: word(operation.verificationGasLimit, operation.callGasLimit),
      preVerificationGas: operation.preVerificationGas,
      gasFees: word(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      paymasterAndData: paymaster
        ? concat([
            paymaster,
            word(operation.paymasterVerificationGasLimit ?? 0n, operation.paymasterPostOpGasLimit ?? 0n),
            operation.paymasterData ?? '0x',
          ])
        : '0x',
      entryPoint: contracts.entryPoint,
    },
  })
  return { ...operation, signature }
}

/** The most that the operation can cost its payer. */
export const costLimit = (operation: Operation): bigint =>
  operation.maxFeePerGas *
  (operation.preVerificationGas +
    operation.verificationGasLimit +
    operation.callGasLimit +
    (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n))
