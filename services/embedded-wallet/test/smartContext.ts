import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { SmartContext } from '../src/frame/evm/smart/performCalls.js'
import { deriveSmartAccount } from '../src/frame/evm/smart/deriveSmartAccount.js'
import { finishSignature } from '../src/frame/evm/smart/finishSignature.js'
import { contracts } from '../src/frame/evm/smart/contracts.js'
import type { Limits } from '../src/frame/evm/smart/submitOperation.js'
import { createNonceKeys } from '../src/frame/evm/smart/smartTools.js'
import { createEvmContext } from './evmContext.js'
import { openStorage } from '../src/frame/frameStorage.js'
import type { PermissionsContext } from '../src/frame/evm/permissions/givePermissions.js'
import { createPermissionRecords } from '../src/frame/evm/permissions/permissionRecords.js'

export interface SmartNetwork {
  readonly url: string
  readonly chainId: number
  readonly bundlers: readonly string[]
}

/** The frame's handlers for a new person's smart account, without the frame's page. */
export function createSmartContext(
  { url, chainId, bundlers }: SmartNetwork,
  key: Hex = generatePrivateKey(),
  more: Partial<Limits> = {},
) {
  const account = deriveSmartAccount(privateKeyToAddress(key))
  const { context, shown } = createEvmContext({
    chainId,
    rpcUrl: url,
    address: account.address,
    key: async () => key,
    finish: (signature) => finishSignature(signature, account, { chainId, rpcUrl: url }),
    ownContracts: [account.address, contracts.delegationManager],
  })
  // A bundler that does its work gets the time that a busy machine takes; what fails by waiting shortens it.
  const limits = { answer: 30_000, patience: 900, rest: 60_000, pause: 100, ...more }
  const smart = { account, bundlers, nonceKeys: createNonceKeys(), limits }
  const memory = openStorage(() => {
    throw new Error('Nothing is kept here.')
  })
  const permissions = createPermissionRecords(memory, 'permissions')
  return {
    context: { ...context, smart, permissions } as SmartContext & PermissionsContext,
    ...{ shown, account, key, memory },
  }
}
