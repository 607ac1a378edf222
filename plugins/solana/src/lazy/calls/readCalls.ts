import { copyList } from '@latchkey/kernel/chain'
import { PublicKey, TransactionInstruction } from '#web3'
import { isAddress } from '../../address.js'
import { guardPrograms } from '../checkInstructions.js'
import { transactionLimit } from '../readWire.js'
import { callsInvalid } from './callsInvalid.js'

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
  if (!list || list.length === 0) throw callsInvalid('Expected a list of 1 or more instructions.')
  return list.map((call, index) => readCall(from, call, `Call ${index + 1}: `))
}

function readCall(from: string, call: unknown, where: string): TransactionInstruction {
  const { programId, accounts, data, transaction } = (call ?? {}) as Readonly<Record<string, unknown>>
  if (transaction !== undefined) throw callsInvalid(`${where}a whole transaction must be the only call.`)
  if (!isKey(programId)) throw callsInvalid(`${where}\`programId\` is no address.`)
  // Prices and guards are added here and by wallets, and are no part of what is compared afterwards.
  if (guardPrograms.includes(programId)) {
    throw callsInvalid(
      `${where}prices and guards are set by this app’s plugin and by the wallet. Leave it out.`,
    )
  }
  const list = copyList(accounts, accountLimit)
  if (!list) throw callsInvalid(`${where}\`accounts\` must be a list.`)
  if (!(data instanceof Uint8Array)) throw callsInvalid(`${where}\`data\` must be a Uint8Array.`)
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
  if (!isKey(address)) throw callsInvalid(`${where}an account has no \`address\` of this network.`)
  if (typeof isSigner !== 'boolean' || typeof isWritable !== 'boolean') {
    throw callsInvalid(`${where}\`isSigner\` and \`isWritable\` must be true or false.`)
  }
  if (isSigner && address !== from) {
    throw callsInvalid(`${where}${address} must sign, which only the connected account ${from} can.`)
  }
  return { pubkey: new PublicKey(address), isSigner, isWritable }
}

const isKey = (value: unknown): value is string => typeof value === 'string' && isAddress(value)
