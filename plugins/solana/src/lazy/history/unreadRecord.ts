import type { TransactionRecord } from '@latchkey/kernel/contracts'
import type { SolanaNetwork } from '../../networks.js'
import type { Listed } from './createHistoryReader.js'

/** Facts that the list of signatures gives of a transaction that can't be read itself. */
export const unreadRecord = (
  { signature, blockTime, err }: Listed,
  network: SolanaNetwork,
): TransactionRecord => ({
  id: signature,
  networkId: network.id,
  operation: 'execute',
  status: err === null || err === undefined ? 'confirmed' : 'failed',
  // no money: milliseconds
  ...(typeof blockTime === 'number' ? { minedAt: blockTime * 1_000 } : {}),
  transfers: [],
  isUnread: true,
})
