import { formatEther, hexToBigInt } from 'viem'
import * as z from 'zod/mini'
import { TransactionParam } from '../fillTransaction.js'
import { parseParams } from '../params.js'
import { rpcErrors } from '../providerRpcError.js'
import { sendTransaction } from '../sendTransaction.js'
import type { MethodTable } from '../walletContext.js'

const Params = z.tuple([TransactionParam])

export const transactionMethods: MethodTable = {
  async eth_sendTransaction(context, params) {
    const method = 'eth_sendTransaction'
    const [transaction] = parseParams(method, Params, params)
    const { state, approvals } = context
    const account = state.permittedAccount(transaction.from)
    // The chain is fixed before the question: a switch while the user thinks must not move the money.
    const chainId = state.chainId
    if (transaction.chainId && hexToBigInt(transaction.chainId) !== BigInt(chainId)) {
      const detail = `the transaction is for chain ${Number(transaction.chainId)} but the wallet is on chain ${chainId}`
      throw rpcErrors.invalidParams(method, detail)
    }
    const data = transaction.data ?? transaction.input
    const chain = state.chain(chainId)
    const amount = `${formatEther(hexToBigInt(transaction.value ?? '0x0'))} ${chain?.symbol ?? 'ETH'}`
    const isTransfer = transaction.to && (!data || data === '0x')
    await approvals.ask({
      method,
      title: isTransfer ? `send ${amount}` : 'send this transaction',
      details: [
        { label: 'To', value: transaction.to ?? 'a new contract' },
        { label: 'Amount', value: amount },
        { label: 'From', value: account.address },
        { label: 'Network', value: chain?.name ?? `Chain ${chainId}` },
        ...(data && data !== '0x' ? [{ label: 'Data', value: data }] : []),
      ],
    })
    return sendTransaction(context, account, chainId, transaction)
  },
}
