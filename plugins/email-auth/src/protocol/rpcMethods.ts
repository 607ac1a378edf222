/** A JSON-RPC method of the embedded wallet. */
export interface RpcMethod {
  /**
   * `safe`: answered without a question. `approval`: the person is asked. `connection`: about the connection itself, which the
   * app's side of it answers; the frame refuses these.
   */
  readonly policy: 'safe' | 'approval' | 'connection'
  /** Names who answers a safe method: a node of the app, or the frame, which knows accounts and what was sent. */
  readonly from?: 'node' | 'frame'
  /** Of ERC-7715 or one of its drafts: answered to apps that list a plugin for permissions. */
  readonly isPermission?: true
  /** The answer is the hash of a transaction or of an operation. */
  readonly answersHash?: true
  /** Its parameters, where the app's side has to read them. */
  readonly params?: RpcParams
}

export interface RpcParams {
  readonly fits: (params: unknown) => boolean
  /** Says after the method's name what is expected. */
  readonly expected: string
}

const itemsOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])
const isText = (value: unknown, shape: RegExp): boolean => typeof value === 'string' && shape.test(value)

/** EIP-3085 and EIP-3326. */
const chainParams: RpcParams = {
  fits: (params) => {
    const [asked] = itemsOf(params)
    if (typeof asked !== 'object' || asked === null) return false
    return isText((asked as { readonly chainId?: unknown }).chainId, /^0x(?!0+$)[0-9a-fA-F]{1,13}$/)
  },
  expected: 'takes a list with one object, with its chainId as 0x and hex digits.',
}

/** EIP-5792. */
const capabilitiesParams: RpcParams = {
  fits: (params) => {
    const [account, chains = []] = itemsOf(params)
    const isList = Array.isArray(chains) && chains.every((id) => isText(id, /^0x[0-9a-fA-F]{1,13}$/))
    return isText(account, /^0x[0-9a-fA-F]{40}$/) && isList
  },
  expected: 'takes an address, and a list of chain ids as 0x and hex digits (EIP-5792).',
}

const ofNode = { policy: 'safe', from: 'node' } as const
const ofFrame = { policy: 'safe', from: 'frame' } as const
const ofPerson = { policy: 'approval' } as const
const ofConnection = { policy: 'connection' } as const

const table = {
  // They read, pass on what's already signed, or compute from what the app sent (`personal_ecRecover`).
  eth_accounts: ofFrame,
  eth_blockNumber: ofNode,
  eth_call: ofNode,
  eth_chainId: ofFrame,
  eth_estimateGas: ofNode,
  eth_feeHistory: ofNode,
  eth_gasPrice: ofNode,
  eth_getAccount: ofNode,
  eth_getBalance: ofNode,
  eth_getBlockByHash: ofNode,
  eth_getBlockByNumber: ofNode,
  eth_getBlockReceipts: ofNode,
  eth_getBlockTransactionCountByHash: ofNode,
  eth_getBlockTransactionCountByNumber: ofNode,
  eth_getCode: ofNode,
  eth_getFilterChanges: ofNode,
  eth_getFilterLogs: ofNode,
  eth_getLogs: ofNode,
  eth_getProof: ofNode,
  eth_getStorageAt: ofNode,
  eth_getTransactionByBlockHashAndIndex: ofNode,
  eth_getTransactionByBlockNumberAndIndex: ofNode,
  eth_getTransactionByHash: ofNode,
  eth_getTransactionCount: ofNode,
  eth_getTransactionReceipt: ofNode,
  eth_getUncleCountByBlockHash: ofNode,
  eth_getUncleCountByBlockNumber: ofNode,
  eth_maxPriorityFeePerGas: ofNode,
  eth_newBlockFilter: ofNode,
  eth_newFilter: ofNode,
  eth_newPendingTransactionFilter: ofNode,
  eth_sendRawTransaction: { ...ofNode, answersHash: true },
  eth_syncing: ofNode,
  eth_uninstallFilter: ofNode,
  wallet_getCapabilities: { ...ofFrame, params: capabilitiesParams },
  wallet_getCallsStatus: ofFrame,
  // Of ours: what `wallet_sendCalls` with the same object would cost the smart account.
  latchkey_estimateCalls: ofFrame,
  eth_getUserOperationReceipt: ofNode,
  eth_estimateUserOperationGas: ofNode,
  eth_getUserOperationByHash: ofNode,
  eth_supportedEntryPoints: ofNode,
  wallet_getAssets: ofNode,
  personal_ecRecover: ofFrame,
  wallet_getGrantedExecutionPermissions: { ...ofFrame, isPermission: true },
  wallet_getSupportedExecutionPermissions: { ...ofFrame, isPermission: true },
  // They sign or change something. `eth_signTypedData_v3` is `_v4` without lists, which some apps still ask for.
  personal_sign: ofPerson,
  eth_signTypedData_v3: ofPerson,
  eth_signTypedData_v4: ofPerson,
  eth_sendTransaction: { ...ofPerson, answersHash: true },
  solana_signMessage: ofPerson,
  solana_signTransaction: ofPerson,
  solana_signAllTransactions: ofPerson,
  solana_signAndSendTransaction: ofPerson,
  wallet_sendCalls: ofPerson,
  wallet_grantPermissions: { ...ofPerson, isPermission: true },
  wallet_revokePermissions: { ...ofPerson, isPermission: true },
  eth_sendUserOperation: { ...ofPerson, answersHash: true },
  wallet_requestExecutionPermissions: { ...ofPerson, isPermission: true },
  wallet_revokeExecutionPermission: { ...ofPerson, isPermission: true },
  wallet_watchAsset: ofPerson,
  // EIP-1102, 1193, 2255, 3085, 3326 and 5792.
  eth_requestAccounts: ofConnection,
  net_version: ofConnection,
  wallet_addEthereumChain: { ...ofConnection, params: chainParams },
  wallet_switchEthereumChain: { ...ofConnection, params: chainParams },
  wallet_getPermissions: ofConnection,
  wallet_requestPermissions: ofConnection,
  wallet_showCallsStatus: ofConnection,
} as const satisfies Readonly<Record<string, RpcMethod>>

type Table = typeof table
type MethodOf<Policy> = {
  [Name in keyof Table]: Table[Name]['policy'] extends Policy ? Name : never
}[keyof Table]

export type SafeMethod = MethodOf<'safe'>
export type ApprovalMethod = MethodOf<'approval'>

/**
 * Every method that the embedded wallet knows: who may call it, what it takes and who answers it. The app's side and the frame
 * both read it, and each decides for itself: the frame is the border of trust. One that isn't here is refused. A name counts exactly: another case
 * or a space around it is another method.
 */
export const rpcMethods: ReadonlyMap<string, RpcMethod> = new Map<string, RpcMethod>(Object.entries(table))
