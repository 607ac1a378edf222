/** An error as an EIP-1193 provider rejects with: a code, a sentence, and maybe data of the node. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

/** The errors the test wallet makes itself, by EIP-1193, EIP-1474, EIP-3326 and EIP-5792. */
export const rpcErrors = {
  invalidRequest: () => new ProviderRpcError(-32600, 'A request must be an object with a method name.'),
  invalidParams: (method: string, detail: string) =>
    new ProviderRpcError(-32602, `The parameters of ${method} are not valid: ${detail}.`),
  internal: (detail: string) => new ProviderRpcError(-32603, detail),
  alreadyPending: (method: string) =>
    new ProviderRpcError(-32002, `A request of ${method} is already waiting for the user.`),
  userRejected: () => new ProviderRpcError(4001, 'The user rejected the request.'),
  unauthorized: (what: string) =>
    new ProviderRpcError(4100, `The user has not allowed this page to use ${what}.`),
  unsupportedMethod: (method: string) =>
    new ProviderRpcError(4200, `The wallet does not support the method ${method}.`),
  disconnected: () => new ProviderRpcError(4900, 'The wallet is disconnected from all chains.'),
  chainDisconnected: (chainId: number, detail: string) =>
    new ProviderRpcError(4901, `The wallet cannot reach chain ${chainId}: ${detail}.`),
  unknownChain: (chainId: number) =>
    new ProviderRpcError(
      4902,
      `Unrecognized chain ID "0x${chainId.toString(16)}". Try adding the chain using wallet_addEthereumChain first.`,
    ),
  unsupportedCapability: (name: string) =>
    new ProviderRpcError(5700, `The wallet does not support the capability "${name}".`),
  unsupportedCallsChain: (chainId: number) =>
    new ProviderRpcError(5710, `The wallet does not support chain ${chainId}.`),
  duplicateCallsId: (id: string) => new ProviderRpcError(5720, `There already is a bundle of calls "${id}".`),
  unknownCallsId: (id: string) => new ProviderRpcError(5730, `There is no bundle of calls "${id}".`),
  upgradeRejected: () => new ProviderRpcError(5750, 'The user rejected the upgrade of the account.'),
  atomicityNotSupported: () => new ProviderRpcError(5760, 'The wallet cannot run calls atomically.'),
} as const
