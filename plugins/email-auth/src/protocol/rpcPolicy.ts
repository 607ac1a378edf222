/** What the frame does with a JSON-RPC method: answers it at once, asks the person, or refuses it. */
export type RpcClass = 'safe' | 'approval' | 'refused'

/** Methods that read, pass on what's already signed, or compute from what the app sent (`personal_ecRecover`). ERC-7715's two list permissions. */
export const safeMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
  'wallet_getAssets',
  'personal_ecRecover',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
] as const

/**
 * Methods that sign or change something. `eth_signTypedData_v3` is `_v4` without lists, which some apps still ask for; then
 * come the two names that ERC-7715 has now, and EIP-747.
 */
export const approvalMethods = [
  'personal_sign',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_watchAsset',
] as const

export type SafeMethod = (typeof safeMethods)[number]
export type ApprovalMethod = (typeof approvalMethods)[number]

const safe: ReadonlySet<string> = new Set(safeMethods)
const approval: ReadonlySet<string> = new Set(approvalMethods)

/** Returns how a method is treated. The name counts exactly: another case or a space around it is another method. */
export function classifyRpc(method: string): RpcClass {
  if (safe.has(method)) return 'safe'
  return approval.has(method) ? 'approval' : 'refused'
}

const hashAnswers: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
])

/** Returns whether an answer is the hash of a transaction. The method decides first: a signature is hex, too. */
export function isTransactionHash(method: string, answer: unknown): answer is string {
  return hashAnswers.has(method) && typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)
}
