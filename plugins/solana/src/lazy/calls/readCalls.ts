import { copyList } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import { PublicKey, TransactionInstruction } from '#web3'
import { isAddress } from '../../address.js'
import { guardPrograms } from '../checkInstructions.js'
import { transactionLimit } from '../readWire.js'

/** No more fit into a transaction: an instruction is 3 bytes and more. */
const callLimit = transactionLimit / 3
/** An account is one byte and more. */
const accountLimit = transactionLimit

/**
 * The calls as instructions, copied: what the host changes later is not signed.
 *
 * @throws BaseError `CALLS_INVALID`
 */
export function readCalls(from: string, calls: unknown): readonly TransactionInstruction[] {
  const list = copyList(calls, callLimit)
  if (!list || list.length === 0) throw invalid('Expected a list of 1 or more instructions.')
  return list.map((call, index) => readCall(from, call, `Call ${index + 1}: `))
}

function readCall(from: string, call: unknown, where: string): TransactionInstruction {
  const { programId, accounts, data } = (call ?? {}) as Readonly<Record<string, unknown>>
  if (!isKey(programId)) throw invalid(`${where}\`programId\` is no address.`)
  // Prices and guards are added here and by wallets, and are no part of what is compared afterwards.
  if (guardPrograms.includes(programId)) {
    throw invalid(`${where}prices and guards are set by this app’s plugin and by the wallet. Leave it out.`)
  }
  const list = copyList(accounts, accountLimit)
  if (!list) throw invalid(`${where}\`accounts\` must be a list.`)
  if (!(data instanceof Uint8Array)) throw invalid(`${where}\`data\` must be a Uint8Array.`)
  return new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: list.map((account) => readAccount(from, account, where)),
    data: Uint8Array.from(data) as TransactionInstruction['data'],
  })
}

function readAccount(from: string, account: unknown, where: string): TransactionInstruction['keys'][number] {
  const {
    address,
    isSigner = false,
    isWritable = false,
  } = (account ?? {}) as Readonly<Record<string, unknown>>
  if (!isKey(address)) throw invalid(`${where}an account has no \`address\` of this network.`)
  if (typeof isSigner !== 'boolean' || typeof isWritable !== 'boolean') {
    throw invalid(`${where}\`isSigner\` and \`isWritable\` must be true or false.`)
  }
  if (isSigner && address !== from) {
    throw invalid(`${where}${address} must sign, which only the connected account ${from} can.`)
  }
  return { pubkey: new PublicKey(address), isSigner, isWritable }
}

const isKey = (value: unknown): value is string => typeof value === 'string' && isAddress(value)

function invalid(detail: string): BaseError {
  return new BaseError('The app asks for something that can’t be done on this network. Nothing was sent.', {
    code: 'CALLS_INVALID',
    metaMessages: [detail],
  })
}
