import { encodeHex } from '@latchkey/kernel/chain'
import type { LogService } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork } from '../../networks.js'
import type { UtxoSourceService } from '../../utxoSource.js'
import { isSame } from '../psbtInputs.js'
import { Transaction } from '../sdk.js'
import type { PaymentOutput } from './paymentOutput.js'

interface Sent {
  readonly wallet: string
  readonly transactionId: string
  readonly outputs: readonly PaymentOutput[]
  readonly network: BitcoinNetwork
  readonly source: UtxoSourceService
  readonly log: LogService
}

export interface SentTransfer {
  readonly inputs: readonly { readonly transactionId: string; readonly output: number }[]
  /** It does not pay what was asked. */
  readonly isDifferent: boolean
}

/** Looks at what a wallet has sent: it is under way, so nothing here throws. What is not to be seen yet is believed. */
export async function checkTransfer({
  wallet,
  transactionId,
  outputs,
  network,
  source,
  log,
}: Sent): Promise<SentTransfer> {
  let transaction: Transaction
  try {
    transaction = Transaction.fromBuffer(await source.transaction({ networkId: network.id, transactionId }))
  } catch (error) {
    log.debug(`What ${wallet} sent is not to be seen yet.`, error)
    return { inputs: [], isDifferent: false }
  }
  if (transaction.getId() !== transactionId) return { inputs: [], isDifferent: false }
  const inputs = transaction.ins.map(({ hash, index }) => ({
    transactionId: encodeHex(Uint8Array.from(hash).reverse()),
    output: index,
  }))
  const pays = outputs.every(({ script, amount }) =>
    transaction.outs.some((output) => output.value === amount && isSame(output.script, script)),
  )
  if (!pays) log.warn(`${wallet} has sent a transaction that does not pay what was asked: ${transactionId}`)
  return { inputs, isDifferent: !pays }
}
