/**
 * Codes with which a wallet says that it can't take several calls of an account in one request (EIP-5792, EIP-1474), whatever
 * it said of itself before. Nobody need have declined anything: wallets give 5750 also for accounts that they can't upgrade.
 */
export const noBundleCodes: readonly string[] = [
  'RPC_METHOD_NOT_FOUND', // -32601
  'RPC_METHOD_NOT_SUPPORTED', // -32004
  'RPC_UNSUPPORTED_METHOD', // 4200
  'RPC_CAPABILITY_NOT_SUPPORTED', // 5700
  'RPC_CHAIN_ID_NOT_SUPPORTED', // 5710
  'RPC_ATOMIC_UPGRADE_REJECTED', // 5750
  'RPC_ATOMICITY_NOT_SUPPORTED', // 5760
]
