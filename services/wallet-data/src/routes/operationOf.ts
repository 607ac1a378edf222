import type { HistoryRow } from '../store/readHistory.js'

type OperationFacts = Pick<HistoryRow, 'networkId' | 'operation' | 'movements' | 'sender'>

const nobody = /^0x0{40}$/

/** What a transaction is called in the history of one of those who took part. */
export function operationOf(row: OperationFacts, address: string): string {
  const { networkId, operation, movements, sender: author } = row
  if (operation === 'deploy' && author === address) return 'deploy'
  // A contract can log any transfer on EVM networks: only the author's own transaction proves a send.
  const isEvm = networkId.startsWith('eip155:')
  if (isEvm && author !== address && movements.some(({ sender }) => sender === address)) return 'execute'
  const came = movements.filter(({ sender, receiver }) => receiver === address && sender !== address)
  const went = movements.filter(({ sender, receiver }) => sender === address && receiver !== address)
  if (came.length > 0 && went.length > 0) return 'trade'
  if (came.length > 0) return came.every(({ sender }) => nobody.test(sender ?? '')) ? 'mint' : 'receive'
  if (went.length > 0) return went.every(({ receiver }) => nobody.test(receiver ?? '')) ? 'burn' : 'send'
  if (operation !== undefined) return operation
  return movements.length > 0 ? 'send' : 'execute'
}
