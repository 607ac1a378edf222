import type { ActiveWallet, WalletsService } from '../wallet/activeWallet.js'
import type { WalletRequest } from './createTransactionFlow.js'

/** Says of a wallet what a request says of it: its name, and whether it's still connected with the account. */
export function askedWallet(
  wallets: Pick<WalletsService, 'find'>,
  { connection, target }: Pick<ActiveWallet, 'connection' | 'target'>,
): WalletRequest<unknown>['wallet'] {
  return { name: connection.name, isThere: () => wallets.find(target) !== undefined }
}
