import { invalidAnswer } from '@latchkey/kernel/chain'
import { ConnectorError } from '@latchkey/kernel/plugin'
import type { SignTransactionRequest } from '@latchkey/kernel/contracts'
import {
  bytesToHex,
  formatTransactionRequest,
  type Hex,
  hexToBytes,
  isHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionRequest,
  type TransactionSerialized,
} from 'viem'
import { isSameAddress } from '../address.js'
import { describe } from '../connect/answers.js'
import { askWallet } from '../connect/askWallet.js'
import { walletOf } from '../connect/walletOf.js'

const method = 'eth_signTransaction'

/**
 * Signs an unsigned serialised transaction without sending it. Most wallets in browsers refuse this; the answer is then
 * `RPC_METHOD_NOT_FOUND`, `RPC_METHOD_NOT_SUPPORTED` or `RPC_UNSUPPORTED_METHOD`.
 *
 * The wallet may choose other fees and, where the app left it open (0 in the serialised form), the nonce; every other
 * field must be what it was asked to sign.
 *
 * @throws ConnectorError `TRANSACTION_INVALID`, `USER_REJECTED`, `WALLET_ANSWER_INVALID`, `WALLET_CHANGED_TRANSACTION`
 */
export async function signTransaction(request: SignTransactionRequest): Promise<Uint8Array> {
  const { account, networkId, provider, transaction } = request
  const { chainId, ...parsed } = parse(bytesToHex(transaction))
  if (`eip155:${chainId}` !== networkId) {
    throw invalid(`It is for chain ${chainId}, and the request is for ${networkId}.`)
  }
  const rpc = formatTransactionRequest({ ...parsed, from: account.address } as TransactionRequest)
  const answer = await askWallet(walletOf(provider), method, [
    { ...rpc, chainId: `0x${chainId.toString(16)}` },
  ])
  const raw = (
    typeof answer === 'object' && answer !== null ? (answer as { raw?: unknown }).raw : answer
  ) as Hex
  if (!isHex(raw)) throw invalidAnswer('The wallet', method, describe(raw))
  const signer = await recover(raw)
  if (!isSameAddress(signer, account.address)) {
    throw invalidAnswer('The wallet', method, `a transaction signed by ${signer}`)
  }
  const change = changeOf({ ...parsed, chainId }, parseTransaction(raw))
  if (change !== undefined) throw changed(change)
  return hexToBytes(raw)
}

function parse(serialized: Hex) {
  try {
    const { chainId, ...rest } = parseTransaction(serialized)
    return { ...rest, chainId: chainId ?? 0 }
  } catch {
    throw invalid('It is not the serialised form of an EVM transaction.')
  }
}

/** Members that a wallet may choose; each raises or lowers what is paid for the transaction, and nothing else. */
const fees: ReadonlySet<string> = new Set([
  'type',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'maxFeePerBlobGas',
])
/** Members of the signature over the transaction, which the signer's address has been recovered from. */
const signatures: ReadonlySet<string> = new Set(['r', 's', 'v', 'yParity'])

/**
 * The first member that is another one than was asked for. Whatever a future type of transaction adds is compared, too:
 * an authorization (EIP-7702) hands over the account, and every field of it says to whom and where.
 */
function changeOf(asked: object, signed: object): string | undefined {
  const [before, after] = [asked as Members, signed as Members]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].find(
    (name) =>
      !fees.has(name) &&
      !signatures.has(name) &&
      !(name === 'nonce' && isEmpty(before[name])) &&
      textOf(before[name]) !== textOf(after[name]),
  )
}

type Members = Readonly<Record<string, unknown>>

/** RLP has one form for zero, an empty list and what is left out. */
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '0x' ||
  Number(value) === 0 || // no money: whether anything is there at all
  (Array.isArray(value) && value.length === 0)

/** One text for each value: hex without case, members by name. */
function textOf(value: unknown): string {
  if (isEmpty(value)) return ''
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (typeof value !== 'object') return String(value).toLowerCase()
  const members = Object.entries(value as Members).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${name}:${textOf(member)}`).join()}}`
}

async function recover(raw: Hex): Promise<string> {
  try {
    return await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
  } catch {
    throw invalidAnswer('The wallet', method, raw)
  }
}

function changed(what: string): ConnectorError {
  return new ConnectorError('The wallet signed another transaction than the one it was given.', {
    code: 'WALLET_CHANGED_TRANSACTION',
    metaMessages: [`It has another ${what}.`],
  })
}

function invalid(why: string): ConnectorError {
  return new ConnectorError('The transaction is not valid, so the wallet was not asked.', {
    code: 'TRANSACTION_INVALID',
    metaMessages: [why],
  })
}
