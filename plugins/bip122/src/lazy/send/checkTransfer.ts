import { ConnectorError, type LogService } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork } from '../../networks.js'
import type { UtxoSourceService } from '../../utxoSource.js'
import { toHex } from '../bytes.js'
import { isSame } from '../psbtInputs.js'
import { scriptOf, Transaction } from '../sdk.js'

interface Sent {
  readonly wallet: string
  readonly transactionId: string
  readonly to: string
  readonly amount: bigint
  readonly network: BitcoinNetwork
  readonly source: UtxoSourceService
  readonly log: LogService
}

/**
 * Looks at what a wallet has sent, and answers what it spends. A transaction that is not to be seen yet is believed.
 * @throws ConnectorError `WALLET_CHANGED_TRANSACTION` when it does not pay what was asked.
 */
export async function checkTransfer({
  wallet,
  transactionId,
  to,
  amount,
  network,
  source,
  log,
}: Sent): Promise<readonly { readonly transactionId: string; readonly output: number }[]> {
  let transaction: Transaction
  try {
    transaction = Transaction.fromBuffer(await source.transaction({ networkId: network.id, transactionId }))
  } catch (error) {
    log.debug(`What ${wallet} sent is not to be seen yet.`, error)
    return []
  }
  if (transaction.getId() !== transactionId) return []
  const script = scriptOf(to, network)
  if (transaction.outs.some((output) => output.value === amount && isSame(output.script, script))) {
    return transaction.ins.map(({ hash, index }) => ({
      transactionId: toHex(Uint8Array.from(hash).reverse()),
      output: index,
    }))
  }
  throw new ConnectorError(
    `${wallet} has sent a transaction that does not pay what was asked. Look at it in the wallet.`,
    {
      code: 'WALLET_CHANGED_TRANSACTION',
      metaMessages: [`Transaction: ${transactionId}`],
    },
  )
}
