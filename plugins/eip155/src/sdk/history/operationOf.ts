import type { TransactionOperation, TransactionTransfer } from '@latchkey/kernel/contracts'
import { zeroAddress } from 'viem'
import { isCancel } from '../isCancel.js'
import type { Transaction } from './rpcSchemas.js'

/** Functions whose meaning is known wherever they are called. */
const bySelector: Readonly<Record<string, TransactionOperation>> = {
  '0x095ea7b3': 'approve', // approve(address,uint256)
  '0x39509351': 'approve', // increaseAllowance(address,uint256)
  '0xa22cb465': 'approve', // setApprovalForAll(address,bool)
  '0xa9059cbb': 'send', // transfer(address,uint256)
  '0x23b872dd': 'send', // transferFrom(address,address,uint256)
  '0x42842e0e': 'send', // safeTransferFrom(address,address,uint256)
  '0xb88d4fde': 'send', // safeTransferFrom(address,address,uint256,bytes)
  '0xf242432a': 'send', // safeTransferFrom(address,address,uint256,uint256,bytes)
  '0xd0e30db0': 'deposit', // deposit() of wrapped coins
  '0x2e1a7d4d': 'withdraw', // withdraw(uint256) of wrapped coins
}

/** What a transaction did for an account, from what moved, and from what was called where nothing did. */
export function operationOf(
  { from, to, input, value, authorizationList = [] }: Transaction,
  transfers: readonly TransactionTransfer[],
  account: string,
): TransactionOperation {
  const isOwn = from.toLowerCase() === account
  const known = bySelector[input.slice(0, 10).toLowerCase()]
  if (isOwn && (to === null || to === undefined)) return 'deploy'
  if (isOwn && (known === 'deposit' || known === 'withdraw')) return known
  const incoming = transfers.filter(({ direction }) => direction === 'in')
  const outgoing = transfers.filter(({ direction }) => direction !== 'in')
  if (incoming.length > 0 && outgoing.length > 0) return 'trade'
  if (outgoing.length > 0) return outgoing.every((transfer) => transfer.to === zeroAddress) ? 'burn' : 'send'
  if (incoming.length > 0)
    return incoming.every((transfer) => transfer.from === zeroAddress) ? 'mint' : 'receive'
  if (known) return known
  // One that sets the account’s own code (EIP-7702) is often sent to itself, too.
  if (isOwn && authorizationList.length === 0 && isCancel({ from, to, value, data: input })) return 'cancel'
  return value > 0n && input === '0x' ? 'send' : 'execute'
}
